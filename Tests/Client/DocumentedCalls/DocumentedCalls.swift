// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation

#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif

/// An app that makes the calls of Amplify's documentation as they are written there, in the order of its arguments.
///
/// `Scripts/documented_calls.py` runs it, and compares its output with the documentation.
@main struct DocumentedCalls {
    static func main() async throws {
        for argument in CommandLine.arguments.dropFirst() {
            guard let call = Call(rawValue: argument) else {
                throw AuthError.validation("arguments", "There is no call \(argument)", "Pass names of calls")
            }
            try await call.run()
        }
    }
}

/// The calls, by the words that select them.
enum Call: String {
    case start, startInGroup, startInGroupMigrating, startWithoutGroup, startWithoutGroupMigrating
    case session, guestSession, forceRefresh
    case federate, federateWithIdentity, clearFederation
    case webUI, webUIPublisher
    case signIn, signOut, showUser

    func run() async throws {
        switch self {
        case .start:
            try Amplify.add(plugin: AWSCognitoAuthPlugin())
            try Amplify.configure()
        case .startInGroup: try useAccessGroup()
        case .startInGroupMigrating: try useAccessGroupAndMigrate()
        case .startWithoutGroup: try startApp(in: AccessGroup.none)
        case .startWithoutGroupMigrating: try startApp(in: AccessGroup.none(migrateKeychainItemsOfUserSession: true))
        case .session: await fetchSession()
        case .guestSession: await fetchGuestSession()
        case .forceRefresh: _ = try await Amplify.Auth.fetchAuthSession(options: .forceRefresh())
        case .federate: try await federateToIdentityPools()
        case .federateWithIdentity: try await federateToIdentityPoolsUsingCustomIdentityId()
        case .clearFederation: try await clearFederationToIdentityPools()
        case .webUI: await Screen().socialSignInWithWebUI()
        case .webUIPublisher: try await publishWebUI()
        case .signIn: _ = try await Amplify.Auth.signIn(username: "ada", password: "Correct-Horse-7!")
        case .signOut: _ = await Amplify.Auth.signOut()
        case .showUser: await showUser()
        }
    }

    /// Keeps the subscription until the script ends this program; the limit is for a program that is left alone.
    private func publishWebUI() async throws {
        let screen = Screen()
        let subscription: AnyCancellable = screen.socialSignInWithWebUI()
        defer { subscription.cancel() }
        try await Task.sleep(for: .seconds(3_600))
    }

    private func showUser() async {
        do {
            print("The user is \(try await Amplify.Auth.getCurrentUser().username)")
        } catch {
            print("getCurrentUser failed with error - \(error)")
        }
    }
}
