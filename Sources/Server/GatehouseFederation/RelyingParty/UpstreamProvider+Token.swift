// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseWire

extension UpstreamProvider {
    /// The most bytes of an answer of the token endpoint.
    static let answerLimit = 65_536
    /// The longest access token, in bytes.
    static let maximumToken = 16_384
    /// The time limit for one answer.
    static let timeLimit = Duration.seconds(5)
    /// The time for which the proof of an Apple client is valid, in seconds.
    private static let proofLifetime: Int64 = 300

    /// The request that exchanges a code for tokens (RFC 6749, section 4.1.3).
    /// - Throws: `misconfigured` for a key that cannot sign.
    func tokenRequest(
        code: String, redirectURI: String, verifier: String, now: Date
    ) throws(UpstreamFault) -> OutboundRequest {
        var fields = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI)]
        var headers = [OutboundHeader("Accept", "application/json")]
        switch proof {
        case .secretInForm(let secret): fields += [("client_id", clientID), ("client_secret", secret)]
        case .secretInHeader(let secret):
            // RFC 6749, section 2.3.1: both are encoded as in forms first.
            let pair = [clientID, secret].map { PercentEncoding.encode($0) }.joined(separator: ":")
            headers.append(OutboundHeader("Authorization", "Basic " + Base64.encode(Array(pair.utf8))))
        case .appleKey(let key, let keyID, let teamID):
            let secret = try Self.appleSecret(key, keyID: keyID, teamID: teamID, clientID: clientID, now: now)
            fields += [("client_id", clientID), ("client_secret", secret)]
        }
        if kind.takesChallenge { fields.append(("code_verifier", verifier)) }
        switch tokenMethod {
        case .get:
            return OutboundRequest(
                url: Self.address(tokenURL, with: fields), headers: headers, bodyLimit: Self.answerLimit,
                timeLimit: Self.timeLimit)
        case .post:
            headers.append(OutboundHeader("Content-Type", "application/x-www-form-urlencoded"))
            return OutboundRequest(
                url: tokenURL, method: .post, headers: headers, body: Array(FormFields.text(fields).utf8),
                bodyLimit: Self.answerLimit, timeLimit: Self.timeLimit)
        }
    }

    /// The proof of a client of Apple: a token of the app's key for Apple, valid for five minutes.
    private static func appleSecret(
        _ key: ES256SigningKey, keyID: String, teamID: String, clientID: String, now: Date
    ) throws(UpstreamFault) -> String {
        let issued = Int64(now.timeIntervalSince1970.rounded(.down))
        let claims: WireValue = [
            "iss": .string(teamID), "iat": .integer(issued), "exp": .integer(issued + proofLifetime),
            "aud": "https://appleid.apple.com", "sub": .string(clientID),
        ]
        do {
            return try key.token(keyID: keyID, payload: claims.jsonBytes())
        } catch {
            throw .misconfigured
        }
    }
}

/// The answer of a token endpoint (RFC 6749, section 5.1).
package struct UpstreamTokens: Sendable, Equatable {
    package let accessToken: String
    package let idToken: String?
    /// The whole answer.
    package let answer: WireValue

    /// Reads an answer.
    /// - Throws: `malformedAnswer` for another document than an object with a token in visible characters.
    package init(json: [UInt8]) throws(UpstreamFault) {
        guard json.count <= UpstreamProvider.answerLimit, let answer = try? WireValue(unambiguousJSON: json),
            let accessToken = answer["access_token"]?.stringValue,
            (1...UpstreamProvider.maximumToken).contains(accessToken.utf8.count),
            accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .malformedAnswer }
        if let member = answer["id_token"], !member.isNull {
            guard let text = member.stringValue, text.utf8.count <= UnverifiedJWS.maximumLength else {
                throw .malformedAnswer
            }
            idToken = text
        } else {
            idToken = nil
        }
        self.accessToken = accessToken
        self.answer = answer
    }
}

/// The ID tokens of a provider that signs with the client's secret (OpenID Connect Core 1.0, section 10.1).
///
/// Only a provider that an administrator has set up for it gets here, and its key set is not used then: a token never
/// chooses between secrets and keys.
struct SecretSignedToken: Sendable {
    let secret: [UInt8]
    let algorithm: JWSSecretAlgorithm

    /// Checks the form, the issuer, the signature, the times and the audience of a token.
    /// - Throws: the first reason for a refusal.
    func verify(_ text: String, from issuer: TrustedIssuer, now: Date) throws(TokenRefusal) -> VerifiedIDToken {
        let jws: UnverifiedJWS
        do {
            jws = try UnverifiedJWS(text, requiringKeyID: false)
        } catch .unsupportedExtension {
            throw .unverifiable
        } catch {
            throw .notIDToken
        }
        try ForeignToken.checkHeader(of: jws)
        do {
            _ = try jws.verified(bySecret: secret, algorithm: algorithm)
        } catch {
            throw .unverifiable
        }
        let claims = try ForeignToken.object(jws.payload)
        let check = IDTokenCheck(issuer: issuer, now: now)
        try check.checkIssuer(claims)
        return try check.verified(claims)
    }
}
