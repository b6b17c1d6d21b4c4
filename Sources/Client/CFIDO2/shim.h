// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CFIDO2_H
#define CFIDO2_H

#include <fido.h>

#endif
