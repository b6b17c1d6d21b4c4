// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
