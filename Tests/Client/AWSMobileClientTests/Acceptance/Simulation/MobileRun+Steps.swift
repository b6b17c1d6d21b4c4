// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation
import GatehouseTesting

extension MobileRun {
    private enum Move {
        case signIn, wrongSignIn, federatedSignIn, call, burst, network, clock, revocation, restart, release, signOut
        case signOutWithOptions, hold
    }

    private static let moves: [(weight: Int, value: Move)] = [
        (16, .signIn), (4, .wrongSignIn), (6, .federatedSignIn), (26, .call), (6, .burst), (9, .network), (10, .clock),
        (4, .revocation), (5, .restart), (5, .release), (5, .signOut), (3, .signOutWithOptions), (4, .hold),
    ]

    private static let calls: [AppCall] = [
        .tokens, .tokens, .awsCredentials, .awsCredentials, .credentials, .identityID, .logins, .userAttributes,
        .updateUserAttributes, .devices, .initialize, .readProperties, .confirmSignIn, .changePassword, .forgotPassword,
        .invalidateCredentials, .clearKeychain, .hostedUI, .dropInUI,
    ]

    func step() async throws {
        switch dice.pick(Self.moves) {
        case .signIn: try await signIn(password: MobileWorld.password)
        case .wrongSignIn: try await signIn(password: "Wrong-Horse-2")
        case .federatedSignIn: start(.federatedSignIn)
        case .call: start(Self.calls[dice.below(Self.calls.count)])
        case .burst: for _ in 0..<8 { start(dice.chance(60) ? .tokens : .awsCredentials) }
        case .network:
            setOffline(!isOffline)
            journal.note(isOffline ? "the network is cut" : "the network is back")
        case .clock:
            let seconds = [60, 3_000, 3_600, 7_200, 31 * 86_400][dice.below(5)]
            journal.note("\(seconds) seconds pass")
            world.gatehouse.clock.advance(by: TimeInterval(seconds))
        case .revocation:
            let name = MobileLandscape.users[dice.below(2)]
            journal.note("the tokens of \(name) are revoked")
            try await world.revokeTokens(of: name)
        case .restart: try await restart()
        case .release:
            journal.note("releaseSignInWait")
            app.client.releaseSignInWait()
        case .signOut: try await signOut()
        case .signOutWithOptions: start(dice.chance(50) ? .signOutGlobally : .signOutWithOptions)
        case .hold:
            let operations = ["InitiateAuth", "GetTokensFromRefreshToken", "GetId", "GetCredentialsForIdentity"]
            let operation = operations[dice.below(operations.count)]
            journal.note("\(operation) is held")
            _ = app.network.hold(operation)
            start(dice.chance(50) ? .tokens : .awsCredentials)
            if dice.chance(50) { try await signOut() }
            app.network.release()
        }
        if dice.chance(60) { await settle() }
    }

    private func signIn(password: String) async throws {
        let name = MobileLandscape.users[dice.below(2)]
        journal.note("signIn \(name), right password: \(password == MobileWorld.password)")
        let answer = Answer<Void>()
        let (app, journal) = (app, journal)
        app.client.signIn(username: name, password: password) { result, error in
            if result?.signInState == .signedIn, app.log.count(.signedIn) == 0 {
                journal.note("VIOLATION: the completion came before the listener")
            }
            journal.note("signIn \(name) ended: \(error.map { "\($0)" } ?? "signed in")")
            answer.end(error)
        }
        pending.append(Pending(name: "signIn \(name)", answer: answer))
    }

    /// Makes a call without waiting for its answer.
    private func start(_ call: AppCall) {
        journal.note("\(call)")
        let answer = Answer<Void>()
        let journal = journal
        if call == .signOutWithOptions || call == .signOutGlobally {
            signOuts += 1
            doubtfulSignOuts += 1
        }
        let federation = AppCall.Federation(provider: world.provider, token: token)
        call.perform(app, federation) { error in
            journal.note("\(call) ended: \(error.map { "\($0)" } ?? "well")")
            answer.end(error)
        }
        pending.append(Pending(name: "\(call)", answer: answer))
    }

    /// Waits for the answers, except for those that may wait for a sign-in or for the network.
    func settle() async {
        while pending.contains(where: { !$0.answer.isGiven }), !isInvalid, !Task.isCancelled {
            await Task.yield()
        }
    }

    private var isInvalid: Bool {
        app.state == .signedOutUserPoolsTokenInvalid || app.state == .signedOutFederatedTokensInvalid
    }
}
