// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehousePages

@Suite("The QR code of the set-up of an app")
struct QRCodeTests {
    /// The dark modules of a drawing, without the margin.
    private func modules(of drawing: String) -> Set<[Int]> {
        var modules: Set<[Int]> = []
        for match in drawing.matches(of: /M(\d+) (\d+)h(\d+)v1h-(\d+)z/) {
            guard let column = Int(match.1), let row = Int(match.2), let length = Int(match.3) else { continue }
            #expect(match.3 == match.4)
            for offset in 0..<length { modules.insert([row - 4, column + offset - 4]) }
        }
        return modules
    }

    @Test("draws the dark modules of the code and no others")
    func drawing() throws {
        let code = try #require(QRCode("otpauth://totp/Example:jane?secret=JBSWY3DPEHPK3PXP&issuer=Example"))
        let drawn = modules(of: code.drawing)
        for row in 0..<code.side {
            for column in 0..<code.side {
                #expect(drawn.contains([row, column]) == code.isDark(row: row, column: column))
            }
        }
        #expect(drawn.allSatisfy { (0..<code.side).contains($0[0]) && (0..<code.side).contains($0[1]) })
        #expect(code.size == code.side + 8)
    }

    @Test("has the three finder patterns and a version that the text needs")
    func finders() throws {
        // Version 1 has 21 modules and room for 17 bytes with the lowest error correction (ISO/IEC 18004, table 7).
        #expect(try #require(QRCode("12345678901234567")).side == 21)
        let code = try #require(QRCode("123456789012345678"))
        #expect(code.side == 25)
        for (row, column) in [(0, 0), (0, code.side - 7), (code.side - 7, 0)] {
            for offset in 0..<7 {
                #expect(code.isDark(row: row, column: column + offset))
                #expect(code.isDark(row: row + 6, column: column + offset))
            }
            #expect(!code.isDark(row: row + 1, column: column + 1))
            #expect(code.isDark(row: row + 3, column: column + 3))
        }
    }

    @Test("is that of the address that the page's values make")
    func page() throws {
        let page = TOTPSetUpPage(secret: "JBSWY3DPEHPK3PXP", userName: "jane@example.com", issuer: "My Shop")
        #expect(
            page.address
                == "otpauth://totp/My%20Shop:jane%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=My%20Shop")
        let code = try #require(QRCode(page.address))
        let html = page.html(in: PageContext())
        #expect(html.contains("d=\"\(code.drawing)\""))
        #expect(html.contains("viewBox=\"0 0 \(code.size) \(code.size)\""))
        #expect(html.contains(">JBSW Y3DP EHPK 3PXP</code>"))
    }

    @Test("is left out where the address is too long for any code")
    func tooLong() {
        let page = TOTPSetUpPage(secret: "A", userName: String(repeating: "u", count: 3_000), issuer: "i")
        let html = page.html(in: PageContext())
        #expect(!html.contains("<svg") && html.contains(">A</code>"))
    }
}
