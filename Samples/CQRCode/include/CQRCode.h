// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#ifndef CQRCODE_H
#define CQRCODE_H

#include <stdint.h>

/// Modules in a row of the largest QR code there is.
#define GATEHOUSE_QR_LARGEST_SIDE 177

/// The smallest QR code (ISO/IEC 18004) of a text that ends in a zero, by libqrencode.
///
/// Writes one byte for each module, row by row, 1 for a dark one, into room for the largest code. Returns the modules in
/// a row, or 0 when the text is too long or memory runs out. Any thread may call it.
int gatehouse_qr_code(const char *text, uint8_t *modules);

#endif
