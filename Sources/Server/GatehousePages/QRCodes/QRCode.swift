// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CQRCode

/// A QR code (ISO/IEC 18004): a square of dark and light modules that a phone's camera reads as a text.
struct QRCode: Equatable {
    /// Light modules around the code, without which no camera finds it.
    private static let margin = 4

    /// The number of modules in a row, without the margin.
    let side: Int
    private let modules: [UInt8]

    /// The smallest code of a text; `nil` if the text is too long for any.
    init?(_ text: String) {
        guard let code = unsafe QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { unsafe QRcode_free(code) }
        side = Int(unsafe code.pointee.width)
        // The lowest bit of a module's byte is its colour; the others are its role in the code.
        modules = unsafe UnsafeBufferPointer(start: code.pointee.data, count: side * side).map { $0 & 1 }
    }

    /// Whether a module is dark.
    func isDark(row: Int, column: Int) -> Bool {
        modules[row * side + column] != 0
    }

    /// The number of modules in a row, with the margin.
    var size: Int { side + 2 * Self.margin }

    /// The dark modules as the path of a vector image with ``size`` units in each direction: a rectangle for each run.
    var drawing: String {
        var path = ""
        for row in 0..<side {
            var column = 0
            while column < side {
                guard isDark(row: row, column: column) else {
                    column += 1
                    continue
                }
                let start = column
                while column < side, isDark(row: row, column: column) { column += 1 }
                path += "M\(start + Self.margin) \(row + Self.margin)h\(column - start)v1h-\(column - start)z"
            }
        }
        return path
    }
}
