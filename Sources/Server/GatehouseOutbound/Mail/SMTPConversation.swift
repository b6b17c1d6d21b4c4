// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A dialogue with the bytes of its replies: what comes over the connection goes in, what to do next comes out.
struct SMTPConversation {
    /// What a server does instead of answering.
    enum Fault: Error, Equatable {
        case hungUp
        /// Something came that was not asked for. Before TLS it could be anybody's words, taken for the server's after.
        case spokeUnasked
    }

    private var dialogue: SMTPDialogue
    private var parser = SMTPReplyParser()

    init(_ dialogue: SMTPDialogue) {
        self.dialogue = dialogue
    }

    /// Takes bytes; returns nothing while a reply is not whole.
    /// - Throws: `CarriageFailure`, `Fault`, or a fault of the parser.
    mutating func hear(_ bytes: some Sequence<UInt8>) throws -> SMTPDialogue.Step? {
        let replies = try parser.feed(bytes)
        guard let reply = replies.first else { return nil }
        let step = try dialogue.receive(reply)
        // Once the mail is taken, whatever else the server says does not matter.
        if case .leave = step { return step }
        guard replies.count == 1, parser.isEmpty else { throw Fault.spokeUnasked }
        return step
    }

    /// What to say in a step, asked once for each; for `.startTLS` once the connection is under TLS, which is taken for
    /// granted from then on.
    mutating func words(for step: SMTPDialogue.Step?) -> [UInt8]? {
        switch step {
        case nil: nil
        case .say(let bytes), .leave(let bytes): bytes
        case .startTLS: dialogue.secured()
        }
    }
}
