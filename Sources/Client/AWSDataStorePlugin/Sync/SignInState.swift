// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Synchronization

/// The source of the signed-in user, for requests and for the owners of outbox events.
struct SignInState: Sendable {
    /// Returns whether the answer depends on the app's provider of tokens, which may take any time.
    let asksProvider: @Sendable () -> Bool
    /// Returns the user now.
    let caller: @Sendable () async -> Caller
    /// Returns the token with the user's claims for a mode; nil without a token.
    let token: @Sendable (AWSAuthorizationType?) async -> String?
    /// Returns a token for a mode in place of one that the service has refused, although it looks valid; nil if there is
    /// none at present.
    ///
    /// For `awsIAM`, it is the identifier of the new access key.
    let renewedToken: @Sendable (AWSAuthorizationType) async -> String?
    /// Returns an element for each sign-in and sign-out from now on.
    ///
    /// Several of them that the reader has not noticed yet are one element.
    let changes: @Sendable () -> AsyncStream<Void>

    /// Creates a state from its roles.
    ///
    /// Without `renewedToken`, `token` supplies these tokens, too.
    init(
        asksProvider: @escaping @Sendable () -> Bool = { true },
        caller: @escaping @Sendable () async -> Caller,
        token: @escaping @Sendable (AWSAuthorizationType?) async -> String?,
        renewedToken: (@Sendable (AWSAuthorizationType) async -> String?)? = nil,
        changes: @escaping @Sendable () -> AsyncStream<Void>
    ) {
        self.asksProvider = asksProvider
        self.caller = caller
        self.token = token
        self.renewedToken = renewedToken ?? { mode in await token(mode) }
        self.changes = changes
    }
}

extension SignInState {
    /// The state of `Amplify.Auth` and of an API's OpenID Connect provider.
    static func amplify(_ api: any APICategoryPlugin) -> SignInState {
        let known = KnownOpenID()
        return SignInState(
            asksProvider: { api.apiAuthProviderFactory().oidcAuthProvider() != nil },
            caller: {
                let user = try? await Amplify.Auth.getCurrentUser()
                let token = await openIDToken(of: api)
                return Caller(userPool: user?.userId, openID: token.map(known.user))
            },
            token: { mode in await token(for: mode, of: api) },
            renewedToken: { mode in
                let service = AWSAuthService {
                    try await Amplify.Auth.fetchAuthSession(options: .forceRefresh())
                }
                return switch mode {
                case .amazonCognitoUserPools: try? await service.getUserPoolAccessToken()
                case .awsIAM: try? await service.fetchAWSCredentials().accessKeyId
                case .none, .apiKey, .openIDConnect, .function: await token(for: mode, of: api)
                }
            },
            changes: { changesOfSession() })
    }

    /// The events of the Hub after which requests show another user, none, or the same user with a new session.
    ///
    /// The expiry of the session is not one of them. Each request for a token of an expired session sends that event, and
    /// the requests themselves try the next mode then.
    private static let events: Set<HubPayloadEventName> = [
        HubPayload.EventName.Auth.signedIn, HubPayload.EventName.Auth.signedOut,
        HubPayload.EventName.Auth.userDeleted,
    ]

    private static func changesOfSession() -> AsyncStream<Void> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let listening = Amplify.Hub.listen(to: .auth, isIncluded: { events.contains($0.eventName) }) { _ in
                continuation.yield()
            }
            continuation.onTermination = { _ in Amplify.Hub.removeListener(listening) }
        }
    }

    /// A mode without claims has the claims of any token, because a rule without a provider counts in every mode.
    private static func token(for mode: AWSAuthorizationType?, of api: any APICategoryPlugin) async -> String? {
        switch mode {
        case .amazonCognitoUserPools: return await userPoolToken()
        case .openIDConnect: return await openIDToken(of: api)
        case .some(.none), .apiKey, .awsIAM, .function, nil:
            if let token = await userPoolToken() { return token }
            return await openIDToken(of: api)
        }
    }

    private static func userPoolToken() async -> String? {
        try? await AWSAuthService().getUserPoolAccessToken()
    }

    private static func openIDToken(of api: any APICategoryPlugin) async -> String? {
        guard let provider = api.apiAuthProviderFactory().oidcAuthProvider() else { return nil }
        return try? await provider.getLatestAuthToken()
    }
}

/// The user of the provider's last token: each save asks for the user, and most tokens come many times.
private final class KnownOpenID: Sendable {
    private let last = Mutex<(token: String, user: String)?>(nil)

    /// The identity in a token.
    func user(_ token: String) -> String {
        if let known = last.withLock({ $0 }), known.token == token { return known.user }
        let user = Caller.openID(token)
        last.withLock { $0 = (token, user) }
        return user
    }
}
