// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire

extension SessionEngine {
    /// Requests new tokens, and stores them at once: with rotation the former refresh token is spent.
    ///
    /// - Returns: the session with the new tokens, or with a refresh token that is marked as dead; nil if the session was
    ///   changed in the meantime, also by another program that has renewed it.
    func renewTokens(
        _ former: SessionSnapshot,
        _ user: SignedInUser
    ) async throws(SessionError) -> SessionSnapshot? {
        try await withRenewalLock { () throws(SessionError) in
            // What another program renewed while this one waited for the lock is used.
            if holder.caughtUp(former) !== former { return nil }
            return try await renewTokensAlone(former, user)
        }
    }

    private func renewTokensAlone(
        _ former: SessionSnapshot,
        _ formerUser: SignedInUser
    ) async throws(SessionError) -> SessionSnapshot? {
        var user = formerUser
        do throws(SessionError) {
            user.tokens = try await refreshedTokens(user)
            user.areTokensStale = nil
        } catch {
            guard endsSession(error) else { throw error }
            let stored = holder.caughtUp(former)
            // A session that another process has stored may be stale as well; then it is renewed.
            if stored !== former { return clock.now() < stored.staleAt ? stored : nil }
            user.isRefreshTokenDead = true
        }
        if let renewed = (former.record?.replacing(user: user)).flatMap({ holder.adopt($0, inPlaceOf: former) }) {
            return renewed
        }
        if user.isRefreshTokenDead { return nil }
        if let merged = merge(user, renewedFrom: formerUser) { return merged }
        if user.tokens.refreshToken != formerUser.tokens.refreshToken, !isStillSignedIn(user) {
            // A sign-out that came in between revoked the former one only.
            await abandon(user.tokens.refreshToken, of: user.method)
        }
        return nil
    }

    /// Stores renewed tokens in a session that was changed in the meantime in other respects, such as its credentials.
    ///
    /// Otherwise the refresh token would be lost that took the place of the former one.
    private func merge(_ renewed: SignedInUser, renewedFrom former: SignedInUser) -> SessionSnapshot? {
        let merged = try? holder.rewrite(isBinding: false) { record in
            guard let record, var user = record.user, user.typedUsername == former.typedUsername,
                user.signedInAt == former.signedInAt, user.tokens == former.tokens
            else { return .keep }
            // The attributes may have changed after the service had made the tokens.
            if user.areTokensStale == former.areTokensStale { user.areTokensStale = nil }
            user.tokens = renewed.tokens
            return .replace(record.replacing(user: user))
        }
        return merged ?? nil
    }

    /// Whether the present session comes from the same sign-in, renewed by another program: to revoke one of its
    /// refresh tokens would end it.
    private func isStillSignedIn(_ user: SignedInUser) -> Bool {
        guard let present = try? holder.loaded().record?.user else { return false }
        return present.typedUsername == user.typedUsername && present.signedInAt == user.signedInAt
    }

    /// Requests tokens; a refresh token in the answer takes the place of the former one.
    private func refreshedTokens(_ user: SignedInUser) async throws(SessionError) -> UserPoolTokens {
        if rules.refreshesAtTokenEndpoint, case .hostedUI = user.method, case .success(let pages) = configuration.pages,
            !pages.isExternal
        {
            return try await tokens(of: user, from: try tokenEndpoint(of: pages))
        }
        let result: AuthenticationResultType?
        do throws(SessionError) {
            result = try await tokensFromRefreshToken(user)
        } catch {
            guard error.saysThatOperationIsUnknown else { throw error }
            result = try await tokensFromRefreshFlow(user)
        }
        guard let id = result?.idToken, let access = result?.accessToken else {
            throw .garbled(.garbled("The answer holds no tokens."))
        }
        return UserPoolTokens(
            idToken: id,
            accessToken: access,
            refreshToken: result?.refreshToken ?? user.tokens.refreshToken
        )
    }

    /// The refresh grant, with the further parameters of token requests.
    private func tokens(
        of user: SignedInUser,
        from endpoint: TokenEndpoint
    ) async throws(SessionError) -> UserPoolTokens {
        let issued = try await asking { () throws(ServiceFault) in
            try await endpoint.refresh(user.tokens.refreshToken)
        }
        guard let id = issued.idToken, let access = issued.accessToken else {
            throw .garbled(.garbled("The answer of the token endpoint holds no tokens."))
        }
        return UserPoolTokens(
            idToken: id, accessToken: access, refreshToken: issued.refreshToken ?? user.tokens.refreshToken)
    }

    /// `GetTokensFromRefreshToken`, which also works where refresh tokens are rotated.
    private func tokensFromRefreshToken(
        _ user: SignedInUser
    ) async throws(SessionError) -> AuthenticationResultType? {
        let (pool, client) = try requireUserPool()
        let appClient = configuration.appClient(of: user.method, in: pool)
        let request = GetTokensFromRefreshTokenRequest(
            refreshToken: user.tokens.refreshToken,
            clientId: appClient.id,
            clientSecret: appClient.secret?.revealed,
            deviceKey: user.deviceKey,
            clientMetadata: [:]
        )
        return try await asking { () throws(ServiceFault) in
            try await client.getTokensFromRefreshToken(request).authenticationResult
        }
    }

    /// `InitiateAuth` with the flow `REFRESH_TOKEN_AUTH`, for servers that do not have the other operation.
    private func tokensFromRefreshFlow(_ user: SignedInUser) async throws(SessionError) -> AuthenticationResultType? {
        let (pool, client) = try requireUserPool()
        let appClient = configuration.appClient(of: user.method, in: pool)
        let username = UserClaims(user.tokens).user?.username ?? user.typedUsername
        var parameters = ["REFRESH_TOKEN": user.tokens.refreshToken]
        parameters["DEVICE_KEY"] = user.deviceKey
        parameters["SECRET_HASH"] = appClient.secret?.hash(username: username, clientID: appClient.id)
        let request = InitiateAuthRequest(
            authFlow: .refreshTokenAuth,
            authParameters: parameters,
            clientId: appClient.id
        )
        return try await asking { () throws(ServiceFault) in
            try await client.initiateAuth(request).authenticationResult
        }
    }

    /// Whether the user pool has refused a refresh token permanently.
    ///
    /// Nothing else ends a session.
    private func endsSession(_ error: SessionError) -> Bool {
        guard case .service(let fault) = error else { return false }
        switch fault.code {
        case .notAuthorized, .refreshTokenReuse, .invalidGrant: return true
        case .userNotFound: return rules.endsSessionOfUnknownUser
        default: return false
        }
    }
}

extension SessionError {
    /// Whether the server does not have the operation, in the words of Cognito and of its substitutes.
    fileprivate var saysThatOperationIsUnknown: Bool {
        guard case .service(let fault) = self else { return false }
        return Self.unknownOperations.contains(fault.code)
    }

    private static let unknownOperations: Set<ServiceFault.Code> = [
        .unknownOperation, "UnknownOperation", "InvalidAction", "Unsupported", "UnsupportedOperationException",
    ]
}
