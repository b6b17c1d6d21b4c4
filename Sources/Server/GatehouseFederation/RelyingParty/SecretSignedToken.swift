// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseServerCrypto
import GatehouseWire

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
