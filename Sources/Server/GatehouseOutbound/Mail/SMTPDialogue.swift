// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The client's side of an SMTP session for one mail (RFC 5321).
///
/// It takes replies and returns the next step. It sends no login, envelope or mail before the connection is as secure
/// as the settings demand; if the server does not offer that, the session fails.
struct SMTPDialogue {
    /// The next step of the session.
    enum Step: Equatable {
        case say([UInt8])
        /// Switch to TLS, then send the bytes that `secured()` returns.
        case startTLS
        /// The mail was accepted: send these bytes and close the connection.
        case leave([UInt8])
    }

    private enum State {
        case greeting
        case introduction
        case startingTLS
        case loggingIn(LoginCredentials, awaited: [LoginPart])
        case sender
        case recipient
        case announcement
        case content
        case over
    }

    /// The credentials that AUTH LOGIN has not requested yet.
    private enum LoginPart {
        case username
        case password
    }

    private let mail: Mail
    private let settings: SMTPSettings
    private var state = State.greeting
    private var isSecure: Bool

    /// Creates the session for an open connection; the server sends the first reply.
    init(_ mail: Mail, settings: SMTPSettings) {
        self.mail = mail
        self.settings = settings
        isSecure = settings.security != .startTLS
    }

    /// Processes a reply and returns the next step.
    /// - Throws: `CarriageFailure` if the server does not accept the mail.
    mutating func receive(_ reply: SMTPReply) throws(CarriageFailure) -> Step {
        switch state {
        case .greeting:
            try expect(reply.code == 220, reply, "the mail server does not send a greeting")
            state = .introduction
            return .say(introduction)
        case .introduction:
            try expect(reply.code == 250, reply, "the mail server does not accept EHLO")
            return try proceed(SMTPCapabilities(reply))
        case .startingTLS:
            try expect(reply.code == 220, reply, "the mail server does not start TLS")
            return .startTLS
        case .loggingIn(let login, let awaited):
            return try logIn(login, awaited: awaited, reply)
        case .sender:
            try take(reply.isPositive, reply)
            return say("RCPT TO:<\(mail.recipient.address)>", awaiting: .recipient)
        case .recipient:
            try take(reply.isPositive, reply)
            return say("DATA", awaiting: .announcement)
        case .announcement:
            try take(reply.code == 354, reply)
            state = .content
            return .say(mail.transparentContent)
        case .content:
            try take(reply.isPositive, reply)
            state = .over
            return .leave(Array("QUIT\r\n".utf8))
        case .over:
            throw .postponed("the mail server sent an unexpected reply")
        }
    }

    /// Continues under TLS; the capabilities from before TLS are discarded.
    fileprivate mutating func secured() -> [UInt8] {
        isSecure = true
        state = .introduction
        return introduction
    }

    private var introduction: [UInt8] { Array("EHLO \(settings.heloName)\r\n".utf8) }

    private mutating func proceed(_ capabilities: SMTPCapabilities) throws(CarriageFailure) -> Step {
        guard isSecure else {
            guard capabilities.startsTLS else { throw .postponed("the mail server does not offer STARTTLS") }
            return say("STARTTLS", awaiting: .startingTLS)
        }
        guard !mail.needsUTF8 || capabilities.takesUTF8 else {
            throw .refused("the mail server does not accept non-ASCII addresses")
        }
        guard let login = settings.login else { return announceSender() }
        switch capabilities.mechanism {
        case .plain:
            let response = Base64.encode(Array("\0\(login.username)\0\(login.password)".utf8))
            return say("AUTH PLAIN \(response)", awaiting: .loggingIn(login, awaited: []))
        case .login:
            return say("AUTH LOGIN", awaiting: .loggingIn(login, awaited: [.username, .password]))
        case nil:
            throw .postponed("the mail server offers neither AUTH PLAIN nor AUTH LOGIN")
        }
    }

    private mutating func logIn(
        _ login: LoginCredentials, awaited: [LoginPart], _ reply: SMTPReply
    ) throws(CarriageFailure) -> Step {
        // The reply's text could contain the credentials, so only its code is reported.
        guard reply.code == (awaited.isEmpty ? 235 : 334) else {
            throw .postponed("the mail server does not accept the login (\(reply.code))")
        }
        guard let part = awaited.first else { return announceSender() }
        let answer = part == .username ? login.username : login.password
        return say(
            Base64.encode(Array(answer.utf8)), awaiting: .loggingIn(login, awaited: Array(awaited.dropFirst())))
    }

    private mutating func announceSender() -> Step {
        say("MAIL FROM:<\(mail.sender.address)>\(mail.needsUTF8 ? " SMTPUTF8" : "")", awaiting: .sender)
    }

    private mutating func say(_ line: String, awaiting next: State) -> Step {
        state = next
        return .say(Array((line + "\r\n").utf8))
    }

    /// A failure that does not depend on this mail can be repaired by the operator, so it is temporary.
    private func expect(_ holds: Bool, _ reply: SMTPReply, _ what: String) throws(CarriageFailure) {
        guard holds else { throw .postponed("\(what): \(reply.text)") }
    }

    /// A failure that depends on this mail is permanent if the reply's code says so.
    private func take(_ holds: Bool, _ reply: SMTPReply) throws(CarriageFailure) {
        guard !holds else { return }
        throw reply.isPermanentRefusal ? .refused(reply.text) : .postponed(reply.text)
    }
}

/// An SMTP dialogue on the level of bytes: it takes received bytes and returns the next step.
struct SMTPConversation {
    /// A violation of the protocol by the server.
    enum Fault: Error, Equatable {
        case hungUp
        /// The server sent more than the expected reply. Before TLS, an attacker may have inserted it, and the client
        /// would take it for a reply under TLS.
        case spokeUnasked
    }

    private var dialogue: SMTPDialogue
    private var parser = SMTPReplyParser()

    init(_ dialogue: SMTPDialogue) {
        self.dialogue = dialogue
    }

    /// Takes received bytes; returns `nil` until a reply is complete.
    /// - Throws: `CarriageFailure`, `Fault`, or a fault of the parser.
    mutating func hear(_ bytes: some Sequence<UInt8>) throws -> SMTPDialogue.Step? {
        let replies = try parser.feed(bytes)
        guard let reply = replies.first else { return nil }
        let step = try dialogue.receive(reply)
        // After the mail has been accepted, further bytes from the server do not matter.
        if case .leave = step { return step }
        guard replies.count == 1, parser.isEmpty else { throw Fault.spokeUnasked }
        return step
    }

    /// The bytes to send for a step, to be called once for each step.
    ///
    /// For `.startTLS`, the caller has switched the connection to TLS, which the dialogue assumes from then on.
    mutating func words(for step: SMTPDialogue.Step?) -> [UInt8]? {
        switch step {
        case nil: nil
        case .say(let bytes), .leave(let bytes): bytes
        case .startTLS: dialogue.secured()
        }
    }
}

/// The extensions that a mail server lists in its reply to EHLO (RFC 5321, section 4.1.1.1).
struct SMTPCapabilities: Sendable, Equatable {
    /// The mechanisms of AUTH that the client supports, in order of preference.
    enum Mechanism: String, CaseIterable {
        case plain = "PLAIN"
        case login = "LOGIN"
    }

    private let keywords: [String: Set<String>]

    init(_ reply: SMTPReply) {
        var keywords: [String: Set<String>] = [:]
        for line in reply.lines.dropFirst() {
            // Old servers write AUTH=LOGIN.
            let words = line.uppercased().split { " =".contains($0) }.map(String.init)
            guard let keyword = words.first else { continue }
            keywords[keyword, default: []].formUnion(words.dropFirst())
        }
        self.keywords = keywords
    }

    var startsTLS: Bool { keywords["STARTTLS"] != nil }
    var takesUTF8: Bool { keywords["SMTPUTF8"] != nil }

    var mechanism: Mechanism? {
        Mechanism.allCases.first { keywords["AUTH"]?.contains($0.rawValue) == true }
    }
}
