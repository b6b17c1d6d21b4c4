// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
package import Foundation
import GatehouseWire
import Synchronization

/// A passkey of a user, as the user pool has it.
package struct UserPasskey: Sendable, Equatable {
    /// The credential id, base64url without padding.
    package let id: String
    /// The time of the registration.
    package let createdAt: Date
    /// The domain it is for.
    package let relyingPartyID: String
    /// The name of the passkey in the user pool; nil if it has none.
    package let friendlyName: String?
}

extension SessionEngine {
    /// Makes a passkey for the signed-in user: `StartWebAuthnRegistration`, the authenticator, and
    /// `CompleteWebAuthnRegistration`.
    ///
    /// Both requests together keep the deadline; the user has the time in the service's options.
    ///
    /// - Throws: `SessionError`; `.passkey` if there is none in the end.
    package func associatePasskey() async throws(SessionError) {
        var allowance = Allowance(deadline)
        let options = try await allowance.spend { [self] () async throws(SessionError) -> WireValue in
            try await callAsUser(StartWebAuthnRegistrationOperation.self) {
                StartWebAuthnRegistrationRequest(accessToken: $0)
            }.credentialCreationOptions
        }
        let names = try currentNames()
        let registration = try await show(openDialog(), options.json()) { authenticator, options throws(PasskeyError) in
            try await authenticator.register(options, names: names)
        }
        guard let credential = try? WireValue(json: registration) else {
            throw .passkey(.failed("The authenticator's answer is not JSON."))
        }
        try await allowance.spend { [self] () async throws(SessionError) in
            _ = try await callAsUser(CompleteWebAuthnRegistrationOperation.self) {
                CompleteWebAuthnRegistrationRequest(accessToken: $0, credential: credential)
            }
        }
    }

    /// The signed-in user's passkeys: `ListWebAuthnCredentials`.
    ///
    /// - Parameters:
    ///   - pageSize: how many at most.
    ///   - nextToken: where the last page ended.
    /// - Returns: the passkeys, without those that lack their id, date or domain, and where the page ended if there are
    ///   more.
    /// - Throws: `SessionError`.
    package func passkeys(
        pageSize: Int,
        nextToken: String?
    ) async throws(SessionError) -> (passkeys: [UserPasskey], nextToken: String?) {
        let answer = try await callAsUser(ListWebAuthnCredentialsOperation.self) {
            ListWebAuthnCredentialsRequest(accessToken: $0, nextToken: nextToken, maxResults: pageSize)
        }
        return (answer.credentials.compactMap(UserPasskey.init), answer.nextToken)
    }

    /// Takes a passkey from the signed-in user: `DeleteWebAuthnCredential`.
    ///
    /// - Throws: `SessionError`.
    package func deletePasskey(_ id: String) async throws(SessionError) {
        _ = try await callAsUser(DeleteWebAuthnCredentialOperation.self) {
            DeleteWebAuthnCredentialRequest(accessToken: $0, credentialId: id)
        }
    }
}

extension UserPasskey {
    /// Reads a passkey; nil for one that lacks something.
    fileprivate init?(_ description: WebAuthnCredentialDescription) {
        if description.credentialId.isEmpty || description.relyingPartyId.isEmpty { return nil }
        if description.createdAt == .absent { return nil }
        id = description.credentialId
        createdAt = description.createdAt
        relyingPartyID = description.relyingPartyId
        let name = description.friendlyCredentialName
        friendlyName = name.isEmpty ? nil : name
    }
}

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
        // A call without a turn leaves nothing open.
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

/// A user's dialogue with an authenticator, which results in a credential in JSON.
typealias PasskeyDialog = UserDialog<Data>

extension UserDialog<Data> {
    /// The time limit for the user: the limit in the service's options, in milliseconds, but neither less than a user
    /// needs nor more than WebAuthn recommends (Level 3, section 15.1).
    static func limit(of options: Data) -> Duration {
        let wish = (try? WireValue(json: options))?["timeout"]?.integerValue ?? 180_000
        return .milliseconds(min(max(wish, 30_000), 600_000))
    }
}
