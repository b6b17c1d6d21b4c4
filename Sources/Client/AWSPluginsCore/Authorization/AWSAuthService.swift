// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import Foundation

/// Asks `Amplify.Auth` for its session, on behalf of other categories.
public final class AWSAuthService: AWSAuthServiceBehavior, Sendable {
    private let session: @Sendable () async throws -> any AuthSession

    /// Makes a service.
    public convenience init() {
        self.init { try await Amplify.Auth.fetchAuthSession() }
    }

    init(session: @escaping @Sendable () async throws -> any AuthSession) {
        self.session = session
    }

    /// The claims of a JWT, whose signature is **not** checked; `.validation` if it is malformed.
    public func getTokenClaims(tokenString: String) -> Result<[String: AnyObject], AuthError> {
        let parts = tokenString.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Data(base64URL: parts[1]), let claims = Self.object(payload) else {
            return .failure(.validation("", "The token is not a JWT", "Pass a token as the service issued it"))
        }
        return .success(claims)
    }

    /// The identity pool's id for the user or guest.
    ///
    /// - Throws: `AuthError` if there is none.
    public func getIdentityID() async throws -> String {
        guard let provider = try await session() as? any AuthCognitoIdentityProvider else {
            throw Self.foreignSession
        }
        return try provider.getIdentityId().get()
    }

    /// The access token of the signed-in user.
    ///
    /// - Throws: `AuthError` if no user is signed in.
    public func getUserPoolAccessToken() async throws -> String {
        guard let provider = try await session() as? any AuthCognitoTokensProvider else {
            throw Self.foreignSession
        }
        return try provider.getCognitoTokens().get().accessToken
    }

    private static var foreignSession: AuthError {
        .unknown("The session of the Auth plugin does not supply the requested values")
    }

    private static func object(_ json: Data) -> [String: AnyObject]? {
        let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any]
        return object?.mapValues { $0 as AnyObject }
    }
}
