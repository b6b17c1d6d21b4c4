// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// The response of `navigator.credentials.get`, read from an `AuthenticationResponseJSON`.
package struct AuthenticationResponse: Sendable, Equatable {
    /// The id of the credential that signed.
    package let id: [UInt8]
    /// The client data exactly as the client serialised them, since they are signed.
    package let clientDataJSON: [UInt8]
    /// The authenticator data exactly as the authenticator wrote them, since they are signed.
    package let authenticatorData: [UInt8]
    /// The signature over the authenticator data and the hash of the client data.
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
