// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseTesting

@testable import AWSMobileClient

extension MobileRun {
    /// Signs out, and checks that nothing of the session is left once the calls before have ended.
    func signOut() async throws {
        journal.note("signOut")
        signOuts += 1
        app.client.signOut()
        if app.state != .signedOut || app.client.isSignedIn {
            throw MobileViolation(rule: .signOut, details: "after signOut the state is \(app.state)")
        }
        app.network.release()
        try await awaitAnswers()
        if let record = try record() {
            throw MobileViolation(rule: .remains, details: "stored after signOut: \(record)")
        }
    }

    /// Ends the run: no call waits any more, and nothing is left.
    func finish() async throws {
        app.network.release()
        setOffline(false)
        await settle()
        app.client.releaseSignInWait()
        try await awaitAnswers()
        try checkOwner()
        try checkTransitions()
        try await signOut()
        try checkTransitions()
        if app.client.identityId != nil || app.client.username != nil {
            throw MobileViolation(rule: .remains, details: "the client names a user or an identity after signOut")
        }
        try await restart()
        if initial != .signedOut {
            throw MobileViolation(rule: .remains, details: "a restart after signOut is \(initial)")
        }
    }

    private func awaitAnswers() async throws {
        for call in pending {
            _ = await call.answer.error()
            if call.answer.count != 1 {
                throw MobileViolation(rule: .answers, details: "\(call.name) had \(call.answer.count) answers")
            }
        }
        pending = []
        if let line = journal.lines.first(where: { $0.hasPrefix("VIOLATION") }) {
            throw MobileViolation(rule: .order, details: line)
        }
    }

    private func record() throws -> SessionRecord? {
        for key in try shelf.keys(startingWith: "") where key.hasSuffix(".session") {
            if case .found(let data) = shelf.read(key) { return try SessionRecord(encoded: data) }
        }
        return nil
    }

    private func checkOwner() throws {
        let stored = try record()
        let isSignedIn = app.client.isSignedIn
        let (hasUser, name): (Bool, String?) =
            switch stored {
            case nil, .guest: (false, nil)
            case .federated: (true, nil)
            case .userPool(let user), .userAndIdentityPool(let user, _):
                (true, SessionToken(tokenString: user.tokens.accessToken).claims?["username"] as? String)
            }
        let shownAsSignedIn = app.state != .signedOut && app.state != .guest
        guard isSignedIn == hasUser, app.client.username == name, shownAsSignedIn == hasUser else {
            throw MobileViolation(
                rule: .owner,
                details: """
                    stored: \(name ?? "(none)") \(hasUser), shown: \(app.client.username ?? "(none)") \(isSignedIn) \
                    \(app.state)
                    """)
        }
    }

    /// Checks the notifications of this process's listener.
    private func checkTransitions() throws {
        let changes = Self.inOrder(app.log.changes, from: initial)
        var state = initial
        for change in changes {
            guard Self.isAllowed(from: state, to: change) else {
                throw MobileViolation(rule: .transition, details: "\(state) to \(change)")
            }
            state = change.state
        }
        // Two threads may have told of the last two changes in the other order.
        if state != app.state, !changes.suffix(2).contains(where: { $0.state == app.state }) {
            throw MobileViolation(rule: .staleListener, details: "notified of \(state), and the state is \(app.state)")
        }
        let heard = app.log.count(.signedOut)
        if heard > signOuts || heard < signOuts - doubtfulSignOuts {
            throw MobileViolation(
                rule: .signOut, details: "listeners were notified of \(heard) sign-outs, the app made \(signOuts)")
        }
    }

    /// The changes, in the order in which they happened: one thread may tell of a change in the moment in which another
    /// thread is about to tell of the one before.
    private static func inOrder(_ changes: [StateLog.Change], from initial: UserState) -> [StateLog.Change] {
        var (changes, state) = (changes, initial)
        for index in changes.indices {
            let next = index + 1
            if next < changes.endIndex, isAllowed(from: state, to: changes[next]),
                !isAllowed(from: changes[index].state, to: changes[next]) || !isAllowed(from: state, to: changes[index])
            {
                changes.swapAt(index, next)
            }
            state = changes[index].state
        }
        return changes
    }

    private static func isAllowed(from state: UserState, to change: StateLog.Change) -> Bool {
        let keys = Set(change.information.keys)
        switch change.state {
        case .signedIn:
            // Listeners may be notified of the recovery alone where it overtook the notice that the session is lost.
            let wasSignedIn = state != .signedOut && state != .guest && state != .unknown
            return keys == ["provider", "token"] || keys.isEmpty && wasSignedIn
        case .signedOut: return keys.isEmpty
        case .guest: return state == .signedOut && keys.isEmpty
        case .signedOutUserPoolsTokenInvalid:
            return (state == .signedIn || state == change.state) && keys == ["username"]
        case .signedOutFederatedTokensInvalid:
            return (state == .signedIn || state == change.state) && keys == ["provider"]
        case .unknown: return false
        }
    }
}
