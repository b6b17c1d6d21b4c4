// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// What a relying party has asked for, and what the answer is held against.
package struct CeremonyExpectation: Sendable, Equatable {
    package let relyingParty: RelyingParty
    package let challenge: [UInt8]
    /// Whether it must be made sure who is there, not only that somebody is.
    package let requiresUserVerification: Bool

    /// Creates the expectation of one ceremony.
    package init(relyingParty: RelyingParty, challenge: [UInt8], requiresUserVerification: Bool) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.requiresUserVerification = requiresUserVerification
    }

    /// Steps 7 to 11 of a registration, 10 to 14 of an authentication: what the client says.
    func check(
        _ clientData: CollectedClientData, of ceremony: CollectedClientData.Ceremony
    ) throws(WebAuthnError) {
        guard clientData.ceremony == ceremony else { throw .wrongType }
        guard constantTimeEqual(clientData.challenge, challenge) else { throw .wrongChallenge }
        guard relyingParty.allows(origin: clientData.origin) else { throw .wrongOrigin }
        guard !clientData.isCrossOrigin, clientData.topOrigin == nil else { throw .crossOrigin }
    }

    /// Steps 14 to 17 of a registration, 15 to 18 of an authentication: what the authenticator says.
    func check(_ data: AuthenticatorData) throws(WebAuthnError) {
        guard data.relyingPartyIDHash == relyingParty.idHash else { throw .wrongRelyingParty }
        guard data.flags.contains(.userPresent) else { throw .userNotPresent }
        guard !requiresUserVerification || data.flags.contains(.userVerified) else { throw .userNotVerified }
        guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
            throw .impossibleBackup
        }
    }
}
