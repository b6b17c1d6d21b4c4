// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import AWSPluginsCore
public import Foundation

/// The three tokens that a user pool issues at a sign-in.
public struct AWSCognitoUserPoolTokens: AuthCognitoTokens, Equatable, Codable, Sendable {
    /// The id token, a JWT.
    public let idToken: String

    /// The access token, a JWT.
    public let accessToken: String

    /// The refresh token, an opaque text with which the plugin obtains new tokens.
    public let refreshToken: String

    private let givenExpiration: Date?

    private enum CodingKeys: String, CodingKey {
        case idToken, accessToken, refreshToken
        case givenExpiration = "expiration"
    }

    init(idToken: String, accessToken: String, refreshToken: String) {
        self.init(idToken, accessToken, refreshToken, expiring: nil)
    }

    /// Makes tokens that expire so many seconds from now.
    @available(*, deprecated, message: "Tokens are made by the service")
    public init(idToken: String, accessToken: String, refreshToken: String, expiresIn: Int) {
        self.init(idToken, accessToken, refreshToken, expiring: Date(timeIntervalSinceNow: TimeInterval(expiresIn)))
    }

    /// Makes tokens with an expiry time.
    @available(*, deprecated, message: "Tokens are made by the service")
    public init(idToken: String, accessToken: String, refreshToken: String, expiration: Date) {
        self.init(idToken, accessToken, refreshToken, expiring: expiration)
    }

    private init(_ idToken: String, _ accessToken: String, _ refreshToken: String, expiring expiration: Date?) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        givenExpiration = expiration
    }

    /// When the first of the two JWTs expires; the distant past if one of them does not say.
    @available(*, deprecated, message: "The plugin renews tokens in time")
    public var expiration: Date {
        givenExpiration ?? min(Self.expiration(of: idToken), Self.expiration(of: accessToken))
    }

    private static func expiration(of token: String) -> Date {
        guard case .success(let claims) = AWSAuthService().getTokenClaims(tokenString: token),
            let seconds = claims["exp"] as? NSNumber
        else { return .distantPast }
        return Date(timeIntervalSince1970: seconds.doubleValue)
    }
}

extension AWSCognitoUserPoolTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the type only; the tokens stay out.
    public var description: String { "AWSCognitoUserPoolTokens" }

    /// Names the type only; the tokens stay out.
    public var debugDescription: String { description }

    /// Nothing: the tokens stay out.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

/// Temporary credentials of an identity pool.
public struct AuthAWSCognitoCredentials: AWSTemporaryCredentials, Codable, Equatable {
    /// The key's id.
    public let accessKeyId: String

    /// The secret part of the key, with which requests are signed.
    public let secretAccessKey: String

    /// The token that goes with the key.
    public let sessionToken: String

    /// When they expire.
    public let expiration: Date
}

extension AuthAWSCognitoCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Names the key and its end; the key itself stays out.
    public var description: String { "AuthAWSCognitoCredentials(\(accessKeyId), expiration: \(expiration))" }

    /// Names the key and its end; the key itself stays out.
    public var debugDescription: String { description }

    /// As much as the description says.
    public var customMirror: Mirror {
        Mirror(self, children: ["accessKeyId": accessKeyId, "expiration": expiration])
    }
}
