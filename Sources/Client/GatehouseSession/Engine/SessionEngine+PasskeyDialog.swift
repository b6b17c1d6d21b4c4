// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Synchronization

extension SessionEngine {
    /// The result of a turn of a sign-in.
    enum SignInProgress: Sendable {
        case paused(SignInOutcome)
        /// The user must show a passkey; other calls may run in the meantime.
        case showing(SignInConversation, WebAuthnChallenge, PasskeyDialog)
    }

    /// Runs a sign-in turn by turn, with the user's dialogue at an authenticator in between.
    ///
    /// The turns together keep the deadline; the user has the time in the service's options.
    ///
    /// - Parameter first: the first turn.
    /// - Returns: where the sign-in pauses.
    /// - Throws: what ends a turn; `.invalidState` if a sign-out or another sign-in ended this one between two turns.
    func takeTurns(
        _ first: @escaping @Sendable () async throws(SessionError) -> SignInProgress
    ) async throws(SessionError) -> SignInOutcome {
        var allowance = Allowance(deadline)
        var turn = first
        var shown: PasskeyDialog?
        // A turn that never came leaves nothing open.
        defer { if let shown { close(shown) } }
        while true {
            let body = turn
            let progress = try await allowance.spend { [changes] () async throws(SessionError) -> SignInProgress in
                try await changes.withTurn(body)
            }
            switch progress {
            case .paused(let outcome): return outcome
            case .showing(let conversation, let challenge, let dialog):
                shown = dialog
                let event = await event(of: challenge, dialog)
                turn = { [self] () async throws(SessionError) -> SignInProgress in
                    guard ongoingSignIn.withLock({ $0.isShowing(dialog) }) else { throw .endedFromOutside }
                    return try await advance(conversation, event)
                }
            }
        }
    }

    private func event(of challenge: WebAuthnChallenge, _ dialog: PasskeyDialog) async -> SignInMachine.Event {
        do throws(SessionError) {
            let credential = try await show(dialog, Data(challenge.options.utf8)) {
                authenticator, options throws(PasskeyError) in
                try await authenticator.assert(options)
            }
            return .asserted(credential: String(decoding: credential, as: UTF8.self))
        } catch {
            return .refused(error)
        }
    }

    func close(_ dialog: some OpenDialog) {
        ongoingSignIn.withLock { if $0.isShowing(dialog) { $0 = .none } }
    }

    /// Opens a dialog that a sign-out ends.
    func openDialog<Value>() -> UserDialog<Value> {
        let dialog = UserDialog<Value>()
        dialogs.withLock { $0.append(dialog) }
        return dialog
    }

    /// Lets the user use the authenticator.
    ///
    /// - Throws: `.passkey`, also without an authenticator; `.invalidState` if the dialog was ended from outside.
    func show(
        _ dialog: PasskeyDialog,
        _ options: Data,
        _ use: @escaping @Sendable (any PasskeyAuthenticator, Data) async throws(PasskeyError) -> Data
    ) async throws(SessionError) -> Data {
        defer { forget(dialog) }
        guard let authenticator else { throw .passkey(.noAuthenticator) }
        let limit = PasskeyDialog.limit(of: options)
        return try await dialog.run(for: limit, orElse: .passkey(.timedOut), clock) { () throws(SessionError) in
            do throws(PasskeyError) {
                return try await use(authenticator, options)
            } catch {
                throw .passkey(error)
            }
        }
    }

    /// Leaves out a dialog that has ended.
    func forget(_ dialog: some OpenDialog) {
        dialogs.withLock { dialogs in dialogs.removeAll { $0 === dialog } }
    }

    /// Ends the dialogs that are open, and the sign-in that one of them belongs to.
    func endDialogs() {
        ongoingSignIn.withLock { if case .showing = $0 { $0 = .none } }
        for dialog in dialogs.withLock({ $0 }) { dialog.end(.endedFromOutside) }
    }
}

extension SessionError {
    /// A sign-out or another sign-in has ended the call.
    package static var endedFromOutside: SessionError {
        .invalidState("A sign-out or another sign-in has ended this call.", cure: "Call signIn again.")
    }
}
