// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The client's side of one conversation with a mail server, for one mail (RFC 5321).
///
/// Replies go in, what to do next comes out. Nothing about the login, the envelope or the mail is said before the
/// connection is as safe as the settings demand; a server that does not offer that is left.
struct SMTPDialogue {
    /// What to do next.
    enum Step: Equatable {
        case say([UInt8])
        /// Go over to TLS, then say what `secured()` returns.
        case startTLS
        /// The mail was taken over: say these parting words and leave.
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

    /// What AUTH LOGIN is still going to be asked for.
    private enum LoginPart {
        case username
        case password
    }

    private let mail: Mail
    private let settings: SMTPSettings
    private var state = State.greeting
    private var isSecure: Bool

    /// Begins when the connection stands; the server speaks first.
    init(_ mail: Mail, settings: SMTPSettings) {
        self.mail = mail
        self.settings = settings
        isSecure = settings.security != .startTLS
    }

    /// Goes on with a reply.
    /// - Throws: why the mail was not taken over.
    mutating func receive(_ reply: SMTPReply) throws(CarriageFailure) -> Step {
        switch state {
        case .greeting:
            try expect(reply.code == 220, reply, "the mail server does not greet")
            state = .introduction
            return .say(introduction)
        case .introduction:
            try expect(reply.code == 250, reply, "the mail server does not take EHLO")
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
            throw .postponed("the mail server speaks unasked")
        }
    }

    /// Goes on once the connection is under TLS: what was learned before counts for nothing.
    mutating func secured() -> [UInt8] {
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
            throw .refused("the mail server does not take addresses beyond ASCII")
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
        // The reply's text could repeat what was sent.
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

    /// What concerns the server and this house, not this mail, can be mended: the mail waits.
    private func expect(_ holds: Bool, _ reply: SMTPReply, _ what: String) throws(CarriageFailure) {
        guard holds else { throw .postponed("\(what): \(reply.text)") }
    }

    /// What concerns this mail is final when the server says so.
    private func take(_ holds: Bool, _ reply: SMTPReply) throws(CarriageFailure) {
        guard !holds else { return }
        throw reply.isPermanentRefusal ? .refused(reply.text) : .postponed(reply.text)
    }
}
