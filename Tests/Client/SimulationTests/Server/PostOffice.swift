// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseOutbound
import Synchronization

/// The world outside: what recipients have received.
///
/// It outlives the processes of the server.
final class PostOffice: Sendable {
    struct Letter: Sendable, Equatable {
        let id: String
        let recipient: String
        let kind: Message.Kind
        let code: String
    }

    private let codes: CodeRegister
    private let complaints: Complaints
    private let received = Mutex<[Letter]>([])

    init(_ codes: CodeRegister, _ complaints: Complaints) {
        self.codes = codes
        self.complaints = complaints
    }

    /// All letters, the oldest first; a letter may have come twice.
    var letters: [Letter] { received.withLock(\.self) }

    /// The letters to a user that have one of these occasions, the oldest first.
    func letters(to user: String, _ kinds: Message.Kind...) -> [Letter] {
        let address = ServerLandscape.address(of: user)
        return letters.filter { $0.recipient == address && kinds.contains($0.kind) }
    }

    fileprivate func accept(_ message: Message, id: String) {
        let letter = Letter(id: id, recipient: message.recipient, kind: message.kind, code: message.code)
        // The codes of sign-ins are in session strings; only clients have those.
        let isKept = message.kind == .authentication || codes.contains(letter)
        received.withLock { letters in
            if !letters.contains(where: { $0.id == id }) { letters.append(letter) }
        }
        guard !isKept else { return }
        let text = "\(letter.recipient) got the code \(letter.code), which was never committed"
        complaints.add(BrokenPromise(.messagesFollowCommits, "\(letter.kind.rawValue): \(text)"))
    }
}

/// A process's way to the world outside; the process may end before or after a message was handed over.
struct FaultyCarrier: Carrier {
    let office: PostOffice
    let life: Life
    let journal: Journal

    func carry(_ message: Message, id: String) async throws(CarriageFailure) {
        let fate = life.meet()
        if fate != .diesBefore {
            journal.note("  a \(message.kind.rawValue) message is handed over")
            office.accept(message, id: id)
        }
        guard fate != .lives else { return }
        if !life.isOver {
            journal.note("  the process ends at a message")
            life.end()
        }
        throw .postponed("the process has ended")
    }
}
