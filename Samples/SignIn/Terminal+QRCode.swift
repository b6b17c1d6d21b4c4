// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDialogue

extension Terminal {
    /// Draws a text as a QR code, if this terminal shows pictures.
    func draw(_ text: String) {
        guard drawsPictures, let code = QRCode(text) else { return }
        write(code.drawing.map { $0 + "\n" }.joined())
    }
}
