// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// The signed-in user, an `AWSAuthUser`.
    ///
    /// Sends no request and no event.
    ///
    /// - Throws: `AuthError`: `.signedOut`; `.invalidState` in the middle of a sign-in; `.configuration` without a user
    ///   pool.
    public func getCurrentUser() async throws -> any AuthUser {
        let engine = try engine
        do throws(SessionError) {
            let user = try engine.currentUser()
            return AWSAuthUser(username: user.username, userId: user.userID)
        } catch {
            throw AuthError(error, from: .userPool)
        }
    }

    /// The names of the signed-in user: as typed at the sign-in, and as the access token has it; none for a guest.
    ///
    /// - Throws: `AuthError` if the session cannot be read.
    package func namesOfCurrentUser() throws -> [String] {
        let engine = try engine
        do throws(SessionError) {
            return try engine.currentNames()
        } catch {
            throw AuthError(error, from: .userPool)
        }
    }
}

/// A signed-in user of a user pool.
public struct AWSAuthUser: AuthUser {
    /// The user name, as the access token has it.
    public var username: String

    /// The user's `sub`.
    public var userId: String
}

extension AWSCognitoAuthPlugin {
    /// The present session, refreshed if need be: an `AWSAuthCognitoSession`.
    ///
    /// Also returns for guests, and for users who are signed out, expired or offline; each missing part has an error.
    public func fetchAuthSession(options: AuthFetchSessionRequest.Options? = nil) async throws -> any AuthSession {
        let isForced = options?.forceRefresh ?? false
        let fetched: FetchedSession
        if !isForced, let keptSession { fetched = keptSession } else { fetched = await session(force: isForced) }
        events.send(
            HubPayload.EventName.Auth.fetchSessionAPI,
            Result<any AuthSession, AuthError>.success(fetched.session)
        )
        if fetched.isExpired { events.send(.sessionExpired) }
        return fetched.session
    }

    /// The session that the engine keeps, if it is fresh now.
    var keptSession: FetchedSession? { (try? engine)?.freshView as? FetchedSession }

    private func session(force: Bool) async -> FetchedSession {
        do throws(AuthError) {
            let engine = try engine
            let report = await uninterrupted { await engine.fetchSession(force: force) }
            return FetchedSession(AWSAuthCognitoSession(report))
        } catch {
            return FetchedSession(AWSAuthCognitoSession(missing: error))
        }
    }
}
