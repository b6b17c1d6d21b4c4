// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The values that the relying party requested, for the comparison with the response.
package struct CeremonyExpectation: Sendable, Equatable {
    package let relyingParty: RelyingParty
    /// The random bytes that the relying party sent with its options.
    package let challenge: [UInt8]
    /// Whether the authenticator must verify the user (UV), not only the user's presence (UP).
    package let requiresUserVerification: Bool

    /// Creates the expected values of one ceremony.
    package init(relyingParty: RelyingParty, challenge: [UInt8], requiresUserVerification: Bool) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.requiresUserVerification = requiresUserVerification
    }

    /// Checks the client data: steps 7 to 11 of a registration, 10 to 14 of an authentication.
    func check(
        _ clientData: CollectedClientData, of ceremony: CollectedClientData.Ceremony
    ) throws(WebAuthnError) {
        guard clientData.ceremony == ceremony else { throw .wrongType }
        guard constantTimeEqual(clientData.challenge, challenge) else { throw .wrongChallenge }
        guard relyingParty.allows(origin: clientData.origin) else { throw .wrongOrigin }
        guard !clientData.isCrossOrigin, clientData.topOrigin == nil else { throw .crossOrigin }
    }

    /// Checks the authenticator data: steps 14 to 17 of a registration, 15 to 18 of an authentication.
    func check(_ data: AuthenticatorData) throws(WebAuthnError) {
        guard data.relyingPartyIDHash == relyingParty.idHash else { throw .wrongRelyingParty }
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
        guard !requiresUserVerification || data.flags.contains(.userVerified) else { throw .userNotVerified }
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
            throw .impossibleBackup
        }
    }
}
