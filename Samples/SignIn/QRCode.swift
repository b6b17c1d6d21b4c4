// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CQRCode

/// A QR code (ISO/IEC 18004): a square of dark and light modules that a phone's camera reads as a text.
struct QRCode: Equatable {
    /// Light modules around the code, without which no camera finds it.
    static let margin = 4

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

    /// Whether a module is dark; those outside of the code are not.
    func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column] != 0
    }

    /// The code for a terminal, margin included, two rows of modules in a line of half blocks.
    ///
    /// Sets the colours, because cameras need dark on light in every colour scheme of the terminal.
    var drawing: [String] {
        let places = -Self.margin..<side + Self.margin
        return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
            let blocks = places.map { column in
                switch (isDark(row: row, column: column), isDark(row: row + 1, column: column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[30;107m\(blocks.joined())\u{1B}[0m"
        }
    }
}
