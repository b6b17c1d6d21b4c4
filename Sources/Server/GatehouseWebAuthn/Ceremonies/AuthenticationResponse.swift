// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The response of `navigator.credentials.get`, read from an `AuthenticationResponseJSON`.
package struct AuthenticationResponse: Sendable, Equatable {
    package let id: [UInt8]
    package let clientDataJSON: [UInt8]
    package let authenticatorData: [UInt8]
    package let signature: [UInt8]
    /// The user handle that the authenticator stored; some authenticators omit it when the request lists credentials.
    package let userHandle: [UInt8]?

    /// Reads the JSON; unknown members are allowed.
    /// - Throws: `malformedResponse` or `credentialIDTooLong`.
    package init(_ json: WireValue) throws(WebAuthnError) {
        let credential = try PublicKeyCredential(json)
        id = credential.id
        clientDataJSON = try credential.bytes("clientDataJSON")
        authenticatorData = try credential.bytes("authenticatorData")
        signature = try credential.bytes("signature")
        userHandle = try credential.optionalBytes("userHandle")
    }
}
