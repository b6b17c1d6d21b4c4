// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto

/// What a session gives to calls.
package typealias CallSession = AWSAuthServiceBehavior & AWSCredentialsProvider & Sendable

/// The source of the tokens and AWS credentials of calls.
struct CallCredentials: Sendable {
    private let session: any CallSession
    private let factory: AppFactory
    private let clock: ClientClock

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - session: the session of the signed-in user.
    ///   - factory: the app's source of other tokens; absent if the app has none.
    ///   - clock: the clock for the expiry of tokens.
    init(session: any CallSession, factory: APIAuthProviderFactory?, clock: ClientClock) {
        self.session = session
        self.factory = AppFactory(factory: factory ?? APIAuthProviderFactory())
        self.clock = clock
    }

    /// The app's source of other tokens.
    var appFactory: APIAuthProviderFactory { factory.factory }

    /// The token of a mode.
    ///
    /// - Throws: `.operationError` with the cause if there is none, if it has expired or if it is not one of
    ///   `RequestUser`. `.invalidConfiguration` if the app has no provider for the mode.
    func token(_ source: TokenSource) async throws(APIError) -> String {
        let token: String
        do {
            token = try await latestToken(source)
        } catch let error as APIError {
            throw error
        } catch {
            throw .failure(.noToken, error)
        }
        if source.hasExpiry, isExpired(token) {
            throw .operationError(
                "The token of the call has expired.", "Sign in again, or return a token that is valid",
                AuthError.sessionExpired("The token has expired", "Sign in again", nil))
        }
        if let user = RequestUser.current, !user.accepts(token, source.mode) {
            // Without a cause of Auth: the next attempt begins with the question for the user.
            throw .operationError("The token of the call is another user's.", "Make the call again as the present user")
        }
        return token
    }

    /// The AWS credentials of the session.
    ///
    /// - Throws: `.operationError` with the reason why there are none.
    func awsCredentials() async throws(APIError) -> SigningCredentials {
        do {
            let credentials = try await session.fetchAWSCredentials()
            // The name of the credentials: a request that is refused can tell whether the session has other ones.
            _ = RequestUser.current?.accepts(credentials.accessKeyId, .awsIAM)
            return SigningCredentials(
                accessKeyID: credentials.accessKeyId, secretAccessKey: credentials.secretAccessKey,
                sessionToken: (credentials as? any AWSTemporaryCredentials)?.sessionToken)
        } catch {
            throw .failure(.noCredentials, error)
        }
    }

    private func latestToken(_ source: TokenSource) async throws -> String {
        switch source {
        case .session: return try await session.getUserPoolAccessToken()
        case .openID:
            guard let provider = factory.factory.oidcAuthProvider() else {
                throw Self.missing("openIDConnect", "oidcAuthProvider")
            }
            return try await provider.getLatestAuthToken()
        case .function:
            guard let provider = factory.factory.functionAuthProvider() else {
                throw Self.missing("function", "functionAuthProvider")
            }
            return try await provider.getLatestAuthToken()
        }
    }

    private static func missing(_ mode: String, _ method: String) -> APIError {
        .invalidConfiguration(
            "The authorization \(mode) needs a provider of tokens, and the app has none",
            "Pass AWSAPIPlugin a subclass of APIAuthProviderFactory that overrides \(method)()")
    }

    /// Whether a token says that it has expired; one that does not say it is for the service to judge.
    private func isExpired(_ token: String) -> Bool {
        guard case .success(let claims) = session.getTokenClaims(tokenString: token),
            let expiry = (claims["exp"] as? NSNumber)?.doubleValue
        else { return false }
        return expiry <= clock.now().timeIntervalSince1970
    }
}

/// The source of a mode's tokens.
enum TokenSource: Sendable {
    case session
    case openID
    case function

    /// The mode whose requests have the tokens.
    fileprivate var mode: AWSAuthorizationType {
        switch self {
        case .session: .amazonCognitoUserPools
        case .openID: .openIDConnect
        case .function: .function
        }
    }

    /// Whether the tokens are JWTs, which have an expiry.
    fileprivate var hasExpiry: Bool {
        switch self {
        case .session, .openID: true
        case .function: false
        }
    }
}

/// The app's factory.
///
/// Unchecked because the original lets apps subclass a class that is not sendable: the plugin calls only its two methods,
/// which by their purpose may be called from any thread.
private struct AppFactory: @unchecked Sendable {
    let factory: APIAuthProviderFactory
}
