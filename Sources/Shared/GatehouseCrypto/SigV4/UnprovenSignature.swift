// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A signed request whose scope, time, headers and body were checked; only its signature was not.
///
/// Only ``SigV4Authorization/check(_:now:allowedSkew:region:service:)`` makes one, so that no signing key is fetched
/// before the rest of a request is known to be right.
package struct UnprovenSignature: Sendable {
    /// The signature that the request carries.
    package let authorization: SigV4Authorization
    let request: SignableRequest
    let payloadHash: String

    /// Checks the signature by a key for its scope.
    ///
    /// Whether the session token belongs to the key is for the caller to check. Throws `wrongSignature`, also for a key
    /// of another scope.
    package func verify(by key: SigningKey) throws(SigV4Error) {
        guard key.scope == authorization.scope else { throw .wrongSignature }
        let moment = SigningScope.moment(authorization.requestDate)
        let isGenuine = readings.contains { reading in
            let canonical = CanonicalRequest(
                request: reading, signedHeaders: authorization.signedHeaders, service: authorization.service,
                payloadHash: payloadHash)
            return constantTimeEqual(key.signature(of: canonical.text, at: moment).utf8, authorization.signature.utf8)
        }
        guard isGenuine else { throw .wrongSignature }
    }

    /// The requests that may have been signed: presigners add the session token before or after they sign the address.
    private var readings: [SignableRequest] {
        guard authorization.isPresigned, authorization.sessionToken != nil else { return [request] }
        var bare = request
        bare.query.removeAll { $0.0 == PresignedField.securityToken.rawValue }
        return [request, bare]
    }
}
