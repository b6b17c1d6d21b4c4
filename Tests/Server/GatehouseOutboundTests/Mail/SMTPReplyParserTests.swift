// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@testable import GatehouseOutbound

@Suite struct SMTPReplyParserTests {
    private func replies(_ text: String) throws -> [SMTPReply] {
        var parser = SMTPReplyParser()
        return try parser.feed(text.utf8)
    }

    @Test func `a reply is one line or several`() throws {
        #expect(
            try replies("220 mail.example.org ready\r\n") == [SMTPReply(code: 220, lines: ["mail.example.org ready"])])
        #expect(
            try replies("250-mail\r\n250-STARTTLS\r\n250 AUTH PLAIN\r\n354\r\n")
                == [
                    SMTPReply(code: 250, lines: ["mail", "STARTTLS", "AUTH PLAIN"]), SMTPReply(code: 354, lines: [""]),
                ])
        #expect(try replies("250 bare\n") == [SMTPReply(code: 250, lines: ["bare"])])
    }

    @Test func `bytes may come one by one`() throws {
        var parser = SMTPReplyParser()
        var found: [SMTPReply] = []
        for byte in "250-a\r\n250 b\r\n".utf8 {
            found += try parser.feed([byte])
            #expect(parser.isEmpty == !found.isEmpty)
        }
        #expect(found == [SMTPReply(code: 250, lines: ["a", "b"])])
    }

    @Test(
        arguments: [
            ("\r\n", .notAReply), ("25\r\n", .notAReply), ("abc def\r\n", .notAReply), ("100 x\r\n", .notAReply),
            ("600 x\r\n", .notAReply), ("250x\r\n", .notAReply), ("2 50 x\r\n", .notAReply),
            ("HTTP/1.1 200\r\n", .notAReply),
            ("250-a\r\n550 b\r\n", .changingCode), ("-250 x\r\n", .notAReply), ("٢٥٠ x\r\n", .notAReply),
            (String(repeating: "x", count: 5_000), .lineTooLong),
            (String(repeating: "250-x\r\n", count: 1_000), .tooManyLines),
            ("250 a" + String(repeating: "\u{301}\u{323}", count: 16) + "\r\n", .unsafeText),
        ] as [(String, SMTPReplyParser.Fault)])
    func `a malformed reply ends the dialogue`(_ text: String, _ fault: SMTPReplyParser.Fault) {
        #expect(throws: fault) { try replies(text) }
    }

    @Test func `garbage never traps and never grows`() {
        let entropy = Entropy.seeded(7)
        let alphabet = Array("250-4 5\r\n\0\u{FF}".utf8)
        for _ in 0..<2_000 {
            var parser = SMTPReplyParser()
            let bytes = entropy.bytes(200).map { alphabet[Int($0) % alphabet.count] }
            if let found = try? parser.feed(bytes) {
                #expect(found.allSatisfy { (200...599).contains($0.code) })
            }
        }
    }
}
