// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

extension AWSMobileClient: AWSIdentityProviderManager {
    /// The tokens of the signed-in user, renewed if necessary.
    ///
    /// If the session can no longer be renewed, the completion waits for a sign-in, `releaseSignInWait` or `signOut`.
    ///
    /// - Parameter completionHandler: receives the tokens, or the reason for the failure.
    public func getTokens(_ completionHandler: @escaping (Tokens?, (any Error)?) -> Void) {
        session.answer(completionHandler, unless: session.requireUserSession) { try await $0.tokens() }
    }

    /// AWS credentials that are valid for ten minutes at least.
    ///
    /// If the session can no longer be renewed, the completion waits for a sign-in, `releaseSignInWait` or `signOut`.
    ///
    /// - Parameter completionHandler: receives the credentials, or the reason for the failure.
    public func getAWSCredentials(_ completionHandler: @escaping (AWSCredentials?, (any Error)?) -> Void) {
        session.answer(from: .identityPool, completionHandler, unless: session.requireIdentityPool) {
            try await $0.credentials()
        }
    }

    /// The token of the session under the name that its provider has in the identity pool; empty for a guest.
    public func logins() -> AWSTask<NSDictionary> {
        let task = AWSTask<NSDictionary>()
        let completion = { (logins: [String: String]?, error: (any Error)?) in
            task.end(logins.map { NSDictionary(dictionary: $0) }, error)
        }
        session.answer(completion, unless: {}) { try await $0.logins() }
        return task
    }
}

/// The tokens of the signed-in user.
public struct Tokens: Sendable {
    /// The ID token; nil if an OAuth provider issued none.
    public let idToken: SessionToken?
    /// The access token, which calls in the name of the user carry.
    public let accessToken: SessionToken?
    /// The refresh token, which renews the others; nil if an OAuth provider issued none.
    public let refreshToken: SessionToken?
    /// The time until which the access token is valid.
    public let expiration: Date?
}

/// Receives the tokens, or the reason why there are none.
public typealias TokenCompletion = (Tokens?, (any Error)?) -> Void

/// A token as the server issued it.
public struct SessionToken: Sendable {
    /// The token as it is sent: a JWT, or an opaque text.
    public let tokenString: String?

    /// The claims of a JWT; nil for a token that is none, such as a refresh token.
    ///
    /// The signature is not checked: the services check it.
    public var claims: [String: AnyObject]? {
        guard let parts = tokenString?.split(separator: ".", omittingEmptySubsequences: false), parts.count >= 3,
            let payload = Data(base64URL: parts[1]),
            let claims = try? JSONSerialization.jsonObject(with: payload) as? [String: Any]
        else { return nil }
        return claims.mapValues { $0 as AnyObject }
    }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A text without the token.
    public var description: String { "(token)" }
    /// A text without the token.
    public var debugDescription: String { description }
    /// A mirror without the token.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}

extension Data {
    /// Decodes base64url or base64, padded or not.
    fileprivate init?(base64URL text: Substring) {
        var base64 = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        while let last = base64.last, last == "=" { base64.removeLast() }
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        self.init(base64Encoded: base64)
    }
}
