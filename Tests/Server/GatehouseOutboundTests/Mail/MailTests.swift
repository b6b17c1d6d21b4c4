// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import Testing

@testable import GatehouseOutbound

@Suite struct MailTests {
    static let settings = SMTPSettings(
        host: "mail.example.org", security: .startTLS, heloName: "auth.example.org",
        from: MailAddress("no-reply@example.org", name: "Gatehouse") ?? .unknown)

    private func text(_ message: Message, _ settings: SMTPSettings = settings) throws -> String {
        String(decoding: try Mail(message, id: "id-1", settings: settings).content, as: UTF8.self)
    }

    @Test func `a mail has the headers that mail servers require`() throws {
        #expect(
            try text(.make())
                == [
                    "From: Gatehouse <no-reply@example.org>", "To: ada@example.org", "Subject: Your code",
                    "Date: Thu, 1 Jan 2026 00:00:00 +0000", "Message-ID: <id-1@example.org>", "MIME-Version: 1.0",
                    "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
                    "Auto-Submitted: auto-generated", "", "Your code is 314159", "",
                ].joined(separator: "\r\n"))
    }

    @Test func `the pool's sender addresses take precedence over the server's`() throws {
        let letterhead = Message.Letterhead(from: "Shop <shop@example.com>", replyTo: "help@example.com")
        let mail = try Mail(.make(letterhead: letterhead), id: "1", settings: Self.settings)
        let text = String(decoding: mail.content, as: UTF8.self)
        #expect(
            text.hasPrefix("From: Shop <shop@example.com>\r\nTo: ada@example.org\r\nReply-To: help@example.com\r\n"))
        #expect(mail.sender.address == "shop@example.com")
    }

    @Test func `HTML says that it is HTML`() throws {
        #expect(
            try text(.make(body: "<b>1</b>", isHTML: true)).contains("\r\nContent-Type: text/html; charset=utf-8\r\n"))
    }

    @Test(arguments: [
        Message.make(to: "ada@example.org\r\nRCPT TO:<eve@example.org>"), .make(to: "ada@example.org>\r\nDATA"),
        .make(subject: "Hi\r\nBcc: eve@example.org"), .make(subject: "Hi\nX: y"), .make(subject: "Hi\rX"),
        .make(subject: "Hi\u{0}"), .make(subject: "Hi\u{85}X: y"),
        .make(letterhead: .init(from: "a@b\r\nBcc: eve@example.org")),
        .make(letterhead: .init(from: "Eve\r\nBcc: x@y <a@b>")), .make(letterhead: .init(replyTo: "a@b\nX: y")),
    ])
    func `no line of the envelope or the headers can be smuggled in`(_ message: Message) {
        #expect {
            try Mail(message, id: "1", settings: Self.settings)
        } throws: { error in
            guard case CarriageFailure.refused(let text) = error else { return false }
            return !text.contains("eve") && !text.contains("\n")
        }
    }

    @Test(arguments: [
        ("Grüße", "=?UTF-8?B?R3LDvMOfZQ==?="), ("plain", "plain"),
        ("=?UTF-8?B?eA==?=", "=?UTF-8?B?PT9VVEYtOD9CP2VBPT0/PQ==?="),
    ])
    func `a subject beyond ASCII is encoded`(_ subject: String, _ encoded: String) throws {
        #expect(try text(.make(subject: subject)).contains("\r\nSubject: \(encoded)\r\n"))
    }

    @Test func `a long subject is cut between characters into words that fit`() throws {
        let subject = String(repeating: "日本語のコード🔑", count: 12)
        let encoded = EncodedWord.text(subject)
        var decoded = ""
        for word in encoded.components(separatedBy: "\r\n ") {
            #expect(word.utf8.count <= 75)
            let base = try #require(word.dropFirst(10).dropLast(2).data(using: .utf8))
            let bytes = try #require(Data(base64Encoded: base))
            decoded += try #require(String(data: bytes, encoding: .utf8))
        }
        #expect(decoded == subject)
    }

    @Test(arguments: [
        ("a", "a\r\n"), ("a=b", "a=3Db\r\n"), ("a ", "a=20\r\n"), ("a\tb", "a=09b\r\n"), ("ü", "=C3=BC\r\n"),
        ("a\nb\r\nc\rd", "a\r\nb\r\nc\r\nd\r\n"), ("", "\r\n"),
        (String(repeating: "x", count: 80), String(repeating: "x", count: 75) + "=\r\nxxxxx\r\n"),
    ])
    func `a body is quoted-printable`(_ body: String, _ encoded: String) {
        #expect(String(decoding: QuotedPrintable.encode(body), as: UTF8.self) == encoded)
    }

    @Test func `no line of a mail is too long or ends with a blank`() {
        let body = String(repeating: "Grüße = 🔑 ", count: 200)
        for line in String(decoding: QuotedPrintable.encode(body), as: UTF8.self).components(separatedBy: "\r\n") {
            #expect(line.utf8.count <= 76)
            #expect(!line.hasSuffix(" "))
        }
    }

    @Test func `a line that is a dot does not end the mail`() throws {
        let mail = try Mail(.make(body: ".\r\nMAIL FROM:<eve@b>\n..x"), id: "1", settings: Self.settings)
        let sent = String(decoding: mail.transparentContent, as: UTF8.self)
        #expect(sent.hasSuffix("\r\n\r\n..\r\nMAIL FROM:<eve@b>\r\n...x\r\n.\r\n"))
        #expect(sent.components(separatedBy: "\r\n.\r\n").count == 2)
    }
}

extension MailAddress {
    /// A stand-in where a literal is known to be an address.
    static var unknown: MailAddress { preconditionFailure("the literal is no address") }
}
