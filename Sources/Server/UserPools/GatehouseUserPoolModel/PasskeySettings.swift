// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseCore
package import GatehouseWebAuthn
package import GatehouseWire

/// What a pool asks of passkeys.
package struct PasskeySettings: Sendable {
    package let relyingParty: RelyingParty
    /// Whether authenticators must make sure who is there.
    package let requiresUserVerification: Bool

    /// The algorithms that keys may have, the preferred one first.
    package static let algorithms: [COSEAlgorithm] = [.es256, .rs256]

    /// Reads what a pool says.
    ///
    /// The domain is the one that it names, else its own, else the installation's.
    /// - Throws: `WebAuthnNotEnabledException`, or `WebAuthnConfigurationMissingException` without any domain.
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

    /// The member of options that says it.
    package var userVerification: WireValue { requiresUserVerification ? "required" : "preferred" }

    /// What the answer to a challenge is held against.
    package func expectation(_ challenge: [UInt8]) -> CeremonyExpectation {
        CeremonyExpectation(
            relyingParty: relyingParty, challenge: challenge, requiresUserVerification: requiresUserVerification)
    }
}

extension UserPoolRecord {
    /// Whether users may sign in with passkeys.
    var allowsPasskeys: Bool { firstFactors.contains(.webAuthn) }
}
