// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CQRCode

/// A QR code: a square of dark and light modules that a phone's camera reads as a text.
struct QRCode: Equatable {
    /// Light modules around the code, without which no camera finds it.
    static let margin = 4

    /// How many modules a row has, the margin not counted.
    let side: Int
    private let modules: [UInt8]

    /// The smallest code of a text; `nil` if the text is too long for any.
    init?(_ text: String) {
        let largest = Int(GATEHOUSE_QR_LARGEST_SIDE)
        var modules = [UInt8](repeating: 0, count: largest * largest)
        let side = Int(unsafe gatehouse_qr_code(text, &modules))
        guard side > 0 else { return nil }
        self.side = side
        self.modules = Array(modules.prefix(side * side))
    }

    /// Whether a module is dark; those outside of the code are not.
    func isDark(row: Int, column: Int) -> Bool {
        (0..<side).contains(row) && (0..<side).contains(column) && modules[row * side + column] != 0
    }

    /// The code for a terminal, margin included, two rows of modules in a line of half blocks.
    ///
    /// Colours are set, since cameras want dark on light whatever the terminal prefers.
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
