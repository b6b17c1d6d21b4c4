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
            // A sign-out in between has revoked the former one only.
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

extension SessionEngine {
    /// The first pause before the lock is tried again; each one is twice as long as the one before it.
    private static let firstPause = Duration.milliseconds(20)
    private static let longestPause = Duration.milliseconds(500)

    /// Runs a refresh while no other program refreshes the same stored session, so that no two spend one refresh token.
    ///
    /// The lock is taken wherever the store has one, and not only in a store that is said to be shared: any two programs
    /// of a user can have the same folder, and so can two parts of one program. A lock that does not come in half the
    /// time of a call is no error; the body then runs without it. No thread waits.
    ///
    /// - Throws: the error of the body, or `.cancelled`.
    func withRenewalLock<Value>(
        _ body: () async throws(SessionError) -> Value
    ) async throws(SessionError) -> Value {
        let lock = try await renewalLock()
        defer { lock?.release() }
        return try await body()
    }

    private func renewalLock() async throws(SessionError) -> StoreLock? {
        let end = clock.uptime() + configuration.deadline / 2
        var pause = Self.firstPause
        while true {
            switch holder.storage.tryLock() {
            case .held(let lock): return lock
            case .unavailable: return nil
            case .taken:
                if clock.uptime() + pause > end { return nil }
                do {
                    try await clock.sleep(pause)
                } catch {
                    throw .cancelled
                }
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }
}

extension SessionEngine {
    /// The session as it is stored; no request.
    ///
    /// - Throws: `.storeUnreadable`.
    package func record() throws(SessionError) -> SessionRecord? {
        try holder.loaded().record
    }

    /// The signed-in user's tokens, valid for at least two minutes; renewed if necessary.
    ///
    /// The call needs no identity pool. One request is made for all who call in the meantime.
    ///
    /// - Throws: `.signedOut`, `.federated`; `.sessionExpired` if the refresh token is refused permanently or missing;
    ///   the error of the renewal otherwise, and then the session is as before; `.invalidState` if a local sign-out
    ///   happened in between.
    package func freshTokens() async throws(SessionError) -> UserPoolTokens {
        _ = try requireUserPool()
        let start = CallMoment.present
        if let tokens = try validTokens(try holder.loaded()) { return tokens }
        let flight = presentTurns.renewals
        return try await withDeadline(deadline) { [self] () async throws(SessionError) in
            let result = await flight.tokens.join { [self] in
                await inTurn(flight) { [self] () async throws(SessionError) in
                    try await undisturbed(since: start) { snapshot throws(SessionError) in
                        if let tokens = try validTokens(snapshot) { return tokens }
                        guard let user = snapshot.record?.user else { return nil }
                        return try await renewTokens(snapshot, user).flatMap { renewed throws(SessionError) in
                            try validTokens(renewed, orElse: renewed.record?.user?.tokens)
                        }
                    }
                }
            }
            guard let result else { throw .cancelled }
            return try result.get()
        }
    }

    /// Runs the work of a flight, in its turn and within the deadline.
    func inTurn<Value: Sendable>(
        _ renewals: Renewals,
        _ work: @escaping @Sendable () async throws(SessionError) -> Value
    ) async -> Result<Value, SessionError> {
        do throws(SessionError) {
            return .success(
                try await withDeadline(deadline) { () async throws(SessionError) in
                    try await renewals.turns.withTurn(work)
                }
            )
        } catch {
            return .failure(error)
        }
    }

    /// The tokens of a session, if they are valid.
    ///
    /// - Parameters:
    ///   - snapshot: the session.
    ///   - renewed: the tokens that the service has just given, which count whatever their lifetime.
    /// - Returns: the tokens; nil if they must be renewed.
    /// - Throws: why there are none, and none can be had.
    func validTokens(
        _ snapshot: SessionSnapshot,
        orElse renewed: UserPoolTokens? = nil
    ) throws(SessionError) -> UserPoolTokens? {
        switch snapshot.record {
        case nil, .guest: throw .signedOut
        case .federated: throw .federated
        case .userPool(let user), .userAndIdentityPool(let user, _):
            if user.isRefreshTokenDead { throw .sessionExpired }
            if clock.now() < snapshot.tokensStaleAt { return user.tokens }
            if user.tokens.refreshToken.isEmpty { throw .sessionExpired }
            return renewed
        }
    }
}
