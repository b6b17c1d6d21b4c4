// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CLIBPQ_H
#define CLIBPQ_H

#include <libpq-fe.h>

#endif
