// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import Testing

@testable import GatehouseOutbound

@Suite struct SMTPDialogueTests {
    private static let offers = "250-mail\r\n250-STARTTLS\r\n250-AUTH LOGIN PLAIN\r\n250 SMTPUTF8\r\n"
    private static let secret = "correct horse"

    private func settings(
        _ security: SMTPSettings.Security = .plain, login: Bool = false
    ) -> SMTPSettings {
        var settings = MailTests.settings
        settings.security = security
        settings.login = login ? LoginCredentials(username: "ada", password: Self.secret) : nil
        return settings
    }

    /// Plays a server's lines and returns what the client said, TLS as `<TLS>`.
    private func play(
        _ lines: [String], _ settings: SMTPSettings, to recipient: String = "ada@example.org"
    ) throws -> [String] {
        let mail = try Mail(.make(to: recipient), id: "1", settings: settings)
        var conversation = SMTPConversation(SMTPDialogue(mail, settings: settings))
        var said: [String] = []
        for line in lines {
            let step = try conversation.hear(line.utf8)
            if case .startTLS = step { said.append("<TLS>") }
            if let words = conversation.words(for: step) { said.append(String(decoding: words, as: UTF8.self)) }
        }
        return said.map { $0.hasPrefix("From:") ? "<mail>" : $0.replacing("\r\n", with: "") }
    }

    private static let envelope = ["250 ok\r\n", "250 ok\r\n", "354 go\r\n", "250 queued\r\n"]
    private static let saidAfterwards = [
        "MAIL FROM:<no-reply@example.org>", "RCPT TO:<ada@example.org>", "DATA", "<mail>", "QUIT",
    ]

    @Test func `in clear the mail is handed over without a login`() throws {
        #expect(
            try play(["220 hi\r\n", "250 mail\r\n"] + Self.envelope, settings())
                == ["EHLO auth.example.org"] + Self.saidAfterwards)
    }

    @Test func `STARTTLS comes first, and the extensions are requested again after it`() throws {
        let lines = ["220 hi\r\n", Self.offers, "220 go\r\n", "250-mail\r\n250 AUTH PLAIN\r\n", "235 ok\r\n"]
        #expect(
            try play(lines + Self.envelope, settings(.startTLS, login: true))
                == [
                    "EHLO auth.example.org", "STARTTLS", "<TLS>", "EHLO auth.example.org",
                    "AUTH PLAIN AGFkYQBjb3JyZWN0IGhvcnNl",
                ] + Self.saidAfterwards)
    }

    @Test(arguments: ["250-mail\r\n250 AUTH LOGIN\r\n", "250-mail\r\n250 AUTH=LOGIN\r\n"])
    func `AUTH LOGIN is spoken where PLAIN is not`(_ offers: String) throws {
        let lines = ["220 hi\r\n", offers, "334 VXNlcm5hbWU6\r\n", "334 UGFzc3dvcmQ6\r\n", "235 ok\r\n"]
        #expect(
            try play(lines + Self.envelope, settings(.tls, login: true)).prefix(4)
                == ["EHLO auth.example.org", "AUTH LOGIN", "YWRh", "Y29ycmVjdCBob3JzZQ=="])
    }

    @Test(arguments: [
        ["220 hi\r\n", "250 mail\r\n"], ["220 hi\r\n", "250-mail\r\n250 AUTH PLAIN\r\n"],
        ["220 hi\r\n", "250-mail\r\n250 XSTARTTLS\r\n"], ["220 hi\r\n", Self.offers, "454 not now\r\n"],
        ["220 hi\r\n", Self.offers, "554 no\r\n"],
    ])
    func `without TLS the client sends no login and no mail`(_ lines: [String]) throws {
        #expect {
            try play(lines, settings(.startTLS, login: true))
        } throws: { error in
            if case CarriageFailure.postponed = error { true } else { false }
        }
    }

    @Test(arguments: [
        ["220 hi\r\n", Self.offers, "220 go\r\n250 injected\r\n"], ["220 hi\r\n", Self.offers, "220 go\r\n2"],
        ["220 hi\r\n250 early\r\n"], ["220 hi\r\n", Self.offers + "250 early\r\n"],
    ])
    func `an unexpected reply is not taken for the expected one`(_ lines: [String]) throws {
        #expect(throws: SMTPConversation.Fault.spokeUnasked) { try play(lines, settings(.startTLS)) }
    }

    @Test func `an error after the mail was accepted does not matter`() throws {
        let lines = ["220 hi\r\n", "250 mail\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "250 ok\r\n421 bye\r\n"]
        #expect(try play(lines, settings()).last == "QUIT")
    }

    @Test(arguments: 0..<4, ["550 5.1.1 no such user", "450 4.2.1 later", "421 shutting down"])
    func `a refusal of the mail is final, anything else is not`(_ place: Int, _ answer: String) throws {
        var envelope = Self.envelope
        envelope[place] = answer + "\r\n"
        let lines = ["220 hi\r\n", "250 mail\r\n"] + envelope.prefix(place + 1)
        let expected: CarriageFailure = answer.hasPrefix("5") ? .refused(answer) : .postponed(answer)
        #expect(throws: expected) { try play(lines, settings()) }
    }

    @Test(arguments: [
        ["554 go away\r\n"], ["220 hi\r\n", "550 no\r\n"], ["220 hi\r\n", "250 mail\r\n"],
        ["220 hi\r\n", Self.offers, "535 wrong Y29ycmVjdCBob3JzZQ==\r\n"], ["220 hi\r\n", Self.offers, "334 what\r\n"],
    ])
    func `an error of the configuration keeps the mail and does not repeat the login`(_ lines: [String]) throws {
        #expect {
            try play(lines, settings(.tls, login: true))
        } throws: { error in
            guard case CarriageFailure.postponed(let text) = error else { return false }
            return !text.contains("Y29y") && !text.contains(Self.secret)
        }
    }

    @Test func `an address beyond ASCII needs a server that takes it`() throws {
        let said = try play(["220 hi\r\n", Self.offers] + Self.envelope, settings(), to: "jürgen@example.org")
        #expect(said[1] == "MAIL FROM:<no-reply@example.org> SMTPUTF8")
        #expect(throws: CarriageFailure.refused("the mail server does not accept non-ASCII addresses")) {
            try play(["220 hi\r\n", "250 mail\r\n"], settings(), to: "jürgen@example.org")
        }
    }
}
