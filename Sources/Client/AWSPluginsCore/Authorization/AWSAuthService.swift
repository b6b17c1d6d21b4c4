// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import Foundation

/// Asks `Amplify.Auth` for its session, on behalf of other categories.
public final class AWSAuthService: AWSAuthServiceBehavior, AWSCredentialsProvider, Sendable {
    private let session: @Sendable () async throws -> any AuthSession

    /// Makes a service.
    public convenience init() {
        self.init { try await Amplify.Auth.fetchAuthSession() }
    }

    /// Makes a service that asks another source for the session.
    package init(session: @escaping @Sendable () async throws -> any AuthSession) {
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

    /// The AWS credentials of the user or guest, which are `AWSTemporaryCredentials`.
    ///
    /// - Throws: `AuthError` if there are none.
    public func fetchAWSCredentials() async throws -> any AWSCredentials {
        guard let provider = try await session() as? any AuthAWSCredentialsProvider else {
            throw Self.foreignSession
        }
        return try provider.getAWSCredentials().get()
    }

    private static var foreignSession: AuthError {
        .unknown("The session of the Auth plugin does not supply the requested values")
    }

    private static func object(_ json: Data) -> [String: AnyObject]? {
        let object = try? JSONSerialization.jsonObject(with: json) as? [String: Any]
        return object?.mapValues { $0 as AnyObject }
    }
}

/// The parts of Auth that other categories use.
public protocol AWSAuthServiceBehavior: AnyObject {
    /// The claims of a JWT, whose signature is **not** checked; `.validation` if it is malformed.
    func getTokenClaims(tokenString: String) -> Result<[String: AnyObject], AuthError>

    /// The identity pool's id for the user or guest.
    ///
    /// - Throws: `AuthError` if there is none.
    func getIdentityID() async throws -> String

    /// The access token of the signed-in user.
    ///
    /// - Throws: `AuthError` if no user is signed in.
    func getUserPoolAccessToken() async throws -> String
}

extension Data {
    /// Decodes base64url without padding (RFC 7515, section 2); `nil` if it is not.
    init?(base64URL text: Substring) {
        var bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        bytes += repeatElement(UInt8(ascii: "="), count: (4 - bytes.count % 4) % 4)
        self.init(base64Encoded: Data(bytes))
    }
}

/// The authorization of a call; raw values as in configuration files.
public enum AWSAuthorizationType: String, AuthorizationMode, CaseIterable, Codable, Sendable {
    /// Not at all.
    case none = "NONE"

    /// By a key.
    case apiKey = "API_KEY"

    /// By a signature with AWS credentials.
    case awsIAM = "AWS_IAM"

    /// By a token of an OpenID Connect provider.
    case openIDConnect = "OPENID_CONNECT"

    /// By a user pool token.
    case amazonCognitoUserPools = "AMAZON_COGNITO_USER_POOLS"

    /// By a token that a Lambda function checks.
    case function = "AWS_LAMBDA"

    /// Whether the Auth category supplies the required values.
    public var requiresAuthPlugin: Bool {
        switch self {
        case .awsIAM, .amazonCognitoUserPools: true
        case .none, .apiKey, .openIDConnect, .function: false
        }
    }
}
