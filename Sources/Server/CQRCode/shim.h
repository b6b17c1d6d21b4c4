// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CQRCODE_H
#define CQRCODE_H

#include <qrencode.h>

#endif
