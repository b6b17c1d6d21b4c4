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
