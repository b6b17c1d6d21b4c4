// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWebAuthn
package import GatehouseWire

/// The deviations of a forged authenticator, or of its browser, from an honest one: by default none.
///
/// Values that are changed before the signature are signed like the others.
package struct CeremonyForgery: Sendable {
    /// Members of the client data that are written over the honest ones.
    package var clientData: [WireName: WireValue] = [:]
    /// The relying party whose hash is signed.
    package var relyingPartyID: String?
    /// Makes keys of an algorithm that the options do not list.
    package var ignoresAlgorithms = false
    package var flags: @Sendable (AuthenticatorFlags) -> AuthenticatorFlags = { $0 }
    /// Before it is signed.
    package var authenticatorData: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes the attestation object of a registration after it is complete.
    package var attestationObject: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes the signature of a sign-in.
    package var signature: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes the credential id in the answer.
    package var credentialID: @Sendable ([UInt8]) -> [UInt8] = { $0 }
    /// Changes the user handle in the answer to a sign-in; nil leaves it out.
    package var userHandle: @Sendable ([UInt8]) -> [UInt8]? = { $0 }
}
