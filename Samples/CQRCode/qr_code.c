// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#include "CQRCode.h"

#include <qrencode.h>
#include <stddef.h>

int gatehouse_qr_code(const char *text, uint8_t *modules) {
    QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
    if (code == NULL) return 0;
    int side = code->width;
    if (side > GATEHOUSE_QR_LARGEST_SIDE) side = 0;
    // The lowest bit of a symbol's byte is its colour; the others say what it is for.
    for (int i = 0; i < side * side; i++) modules[i] = code->data[i] & 1;
    QRcode_free(code);
    return side;
}
