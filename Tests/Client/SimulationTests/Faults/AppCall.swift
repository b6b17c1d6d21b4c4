// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

/// A call of an app, as a script names it.
enum AppCall: Sendable, Equatable {
    case fetchSession(force: Bool)
    case currentUser
    case signIn(user: String, hasRightPassword: Bool, srp: Bool)
    case signOut(global: Bool)
    case deleteUser

    /// Whether the call may change the signed-in user.
    var isChange: Bool {
        switch self {
        case .fetchSession, .currentUser: false
        case .signIn, .signOut, .deleteUser: true
        }
    }

    /// The user who is signed in after success; nil without one.
    var holder: String? {
        if case .signIn(let user, _, _) = self { user } else { nil }
    }
}

extension AppCall {
    /// Makes the call.
    func perform(_ plugin: AWSCognitoAuthPlugin) async -> AppAnswer {
        switch self {
        case .fetchSession(let force): await Self.fetchSession(plugin, force)
        case .currentUser: .user(await Self.result { try await plugin.getCurrentUser().username })
        case .signIn(let user, let hasRightPassword, let srp):
            .signIn(
                await Self.result {
                    try await plugin.signIn(
                        username: user,
                        password: hasRightPassword ? Landscape.password : "Wrong-Horse-2",
                        options: srp ? Self.srp : nil
                    ).isSignedIn
                }
            )
        case .signOut(let global):
            .signOut(SignOutView(await plugin.signOut(options: AuthSignOutRequest.Options(globalSignOut: global))))
        case .deleteUser: await Self.deleteUser(plugin)
        }
    }

    private static let srp = AuthSignInRequest.Options(
        pluginOptions: AWSAuthSignInOptions(authFlowType: .userSRP)
    )

    private static func fetchSession(_ plugin: AWSCognitoAuthPlugin, _ force: Bool) async -> AppAnswer {
        do {
            let options = AuthFetchSessionRequest.Options(forceRefresh: force)
            return .session(SessionView(try await plugin.fetchAuthSession(options: options)))
        } catch {
            return .done(Trouble(error))
        }
    }

    private static func deleteUser(_ plugin: AWSCognitoAuthPlugin) async -> AppAnswer {
        do {
            try await plugin.deleteUser()
            return .done(nil)
        } catch {
            return .done(Trouble(error))
        }
    }

    private static func result<Value>(_ call: () async throws -> Value) async -> Result<Value, Trouble> {
        do {
            return .success(try await call())
        } catch {
            return .failure(Trouble(error))
        }
    }
}
