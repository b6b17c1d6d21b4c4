// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient

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
    ///   the error of the renewal otherwise, and then the session is as before; `.invalidState` if a local sign-out came
    ///   in between.
    package func freshTokens() async throws(SessionError) -> UserPoolTokens {
        _ = try requireUserPool()
        let start = holder.beginning
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
