// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import SignIn

/// QR codes, as they are drawn.
@Suite struct QRCodeTests {
    private static let text = "otpauth://totp/House:ada?secret=JBSWY3DPEHPK3PXP&issuer=House"

    /// The modules of a drawing, margin included, read back from its half blocks.
    private func modules(_ drawing: [String]) -> [[Bool]] {
        drawing.flatMap { line in
            let blocks = line.dropFirst("\u{1B}[30;107m".count).dropLast("\u{1B}[0m".count)
            return [blocks.map { "█▀".contains($0) }, blocks.map { "█▄".contains($0) }]
        }
    }

    @Test func `the drawing shows every module with light ones around`() throws {
        let code = try #require(QRCode(Self.text))
        let rows = modules(code.drawing)
        let margin = QRCode.margin
        #expect(rows.count >= code.side + 2 * margin)
        for (row, modules) in rows.enumerated() {
            #expect(modules.count == code.side + 2 * margin)
            for (column, isDark) in modules.enumerated() {
                #expect(isDark == code.isDark(row: row - margin, column: column - margin))
            }
        }
    }

    @Test func `three corners have the squares that cameras look for`() throws {
        let code = try #require(QRCode(Self.text))
        let far = code.side - 7
        for (top, left) in [(0, 0), (0, far), (far, 0)] {
            for row in 0..<7 {
                for column in 0..<7 {
                    let ring = max(abs(row - 3), abs(column - 3))
                    #expect(code.isDark(row: top + row, column: left + column) == (ring != 2))
                }
            }
        }
    }

    @Test func `a longer text has a larger code, up to a text that no code holds`() throws {
        let short = try #require(QRCode("a"))
        let long = try #require(QRCode(String(repeating: "a", count: 2953)))
        #expect(short.side == 21 && long.side == 177)
        #expect(QRCode(String(repeating: "a", count: 2954)) == nil)
    }
}
