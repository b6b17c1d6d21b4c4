// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// The user of the device, by the identities that requests can show.
struct Caller: Sendable, Hashable {
    /// The `sub` of the user pool's user; nil if no user is signed in there.
    let userPool: String?
    /// The issuer and the `sub` of the OpenID Connect provider's token; nil without a token.
    let openID: String?

    /// No user is signed in.
    static let nobody = Caller(userPool: nil, openID: nil)

    /// Whether a user is signed in, in the user pool or by the provider.
    var isSignedIn: Bool { userPool != nil || openID != nil }

    /// The name of the user in the outbox and in metadata; nil if no user is signed in.
    ///
    /// Both identities are part of it, because requests for models with rules of both providers can show either one.
    var key: String? {
        let parts = [userPool.map { "userPool:\($0)" }, openID.map { "openID:\($0)" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension Caller {
    /// The identity in a token of an OpenID Connect provider.
    ///
    /// A token that is not a JWT names no user, so that all users of the provider count as one.
    ///
    /// - Parameter token: the token, whose signature is not checked.
    /// - Returns: the issuer and the `sub`.
    static func openID(_ token: String) -> String {
        guard case .success(let claims) = AWSAuthService().getTokenClaims(tokenString: token),
            let subject = claims["sub"] as? String
        else { return "unknown" }
        return "\(claims["iss"] as? String ?? "")|\(subject)"
    }

    /// Whether a token is one of the user.
    ///
    /// A token of a user pool that does not name its user is for the service to judge.
    ///
    /// - Parameters:
    ///   - token: the token, whose signature is not checked.
    ///   - mode: the mode of the request.
    /// - Returns: whether the request may have the token.
    func accepts(_ token: String, _ mode: AWSAuthorizationType) -> Bool {
        switch mode {
        case .openIDConnect: return Self.openID(token) == openID
        case .amazonCognitoUserPools:
            guard case .success(let claims) = AWSAuthService().getTokenClaims(tokenString: token),
                let subject = claims["sub"] as? String
            else { return true }
            return subject == userPool
        case .none, .apiKey, .awsIAM, .function: return true
        }
    }
}
