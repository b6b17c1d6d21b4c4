// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseCore
package import GatehouseWebAuthn
package import GatehouseWire

/// The requirements of a pool for passkeys.
package struct PasskeySettings: Sendable {
    /// The relying party for which passkeys are registered and verified.
    package let relyingParty: RelyingParty
    /// Whether authenticators must verify the user, for example by a PIN or a fingerprint.
    package let requiresUserVerification: Bool

    /// The accepted signature algorithms, the preferred one first.
    package static let algorithms: [COSEAlgorithm] = [.es256, .rs256]

    /// Creates the settings of a pool.
    ///
    /// The relying party id is that of the pool's passkey settings, else the pool's custom domain, else the default of
    /// the installation.
    ///
    /// - Throws: `WebAuthnNotEnabledException` if passkeys are no first factor of the pool, or
    ///   `WebAuthnConfigurationMissingException` if there is no domain.
    package init(_ pool: UserPoolRecord, deployment: Deployment) throws(ServiceFault) {
        guard pool.allowsPasskeys else {
            throw ServiceFault(
                .webAuthnNotEnabled, "WEB_AUTHN is not among the allowed first factors of this user pool.")
        }
        let configuration = pool.factors.webAuthn
        guard
            let id = configuration?.relyingPartyId ?? pool.description.customDomain
                ?? deployment.defaultRelyingPartyID
        else {
            throw ServiceFault(
                .webAuthnConfigurationMissing, "This user pool has neither a relying party ID nor a domain.")
        }
        relyingParty = RelyingParty(id: id, androidCertificates: deployment.androidCertificates)
        requiresUserVerification =
            pool.factors.countsPasskeysTwice || configuration?.userVerification == .required
    }

    /// The value of `userVerification` in WebAuthn options.
    package var userVerification: WireValue { requiresUserVerification ? "required" : "preferred" }

    /// Returns the expectation that the response to a challenge must meet.
    package func expectation(_ challenge: [UInt8]) -> CeremonyExpectation {
        CeremonyExpectation(
            relyingParty: relyingParty, challenge: challenge, requiresUserVerification: requiresUserVerification)
    }
}

extension UserPoolRecord {
    /// Whether users may sign in with passkeys.
    var allowsPasskeys: Bool { firstFactors.contains(.webAuthn) }
}
