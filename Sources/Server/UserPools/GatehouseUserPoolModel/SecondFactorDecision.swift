// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseWire

/// The step of a sign-in after its first factor.
///
/// The decision depends on the user and the pool only. Devices, and passkeys that count as both factors, are decided
/// earlier.
package enum SecondFactorDecision: Sendable, Equatable {
    /// No second factor: the server issues tokens.
    case none
    /// The user must prove this factor.
    case challenge(SecondFactor)
    /// The user chooses one of these factors; they are in the order of the service's lists.
    case select([SecondFactor])
    /// The user must set up one of these factors first.
    case setUp([SecondFactor])

    /// Decides the step for a user who has proved a first factor.
    ///
    /// A factor does not count if the pool no longer offers it, or if the user no longer has the number, address or
    /// secret that it needs.
    ///
    /// - Throws: `InvalidParameterException` if the pool requires a factor and the user can neither use nor set up one.
    package static func decide(
        user: UserRecord, pool: UserPoolRecord
    ) throws(ServiceFault) -> SecondFactorDecision {
        let mfa = pool.mfa
        guard mfa.requirement != .off else { return .none }
        let usable = mfa.allowed.filter(user.canUse)
        let enabled = user.activeFactors(in: pool)
        if !enabled.isEmpty { return asking(for: enabled, preferring: user.mfa.preferred) }
        guard mfa.requirement == .on else { return .none }
        let possible = usable.filter { $0 != mfa.recovery }
        guard possible.isEmpty else { return asking(for: possible) }
        let missing = mfa.allowed.filter { $0 != mfa.recovery }
        // Without an authenticator app in the pool, a user who can use only the factor of recovery codes cannot set up
        // another.
        guard usable.isEmpty || mfa.allowed.contains(.softwareToken), !missing.isEmpty else { throw .noUsableFactor }
        return .setUp(missing.listed)
    }

    /// Returns the challenge for the preferred factor if it is one of these, or for the only one; else a choice.
    package static func asking(
        for factors: Set<SecondFactor>, preferring preferred: SecondFactor? = nil
    ) -> SecondFactorDecision {
        if let preferred, factors.contains(preferred) { return .challenge(preferred) }
        let listed = factors.listed
        return listed.count == 1 ? .challenge(listed[0]) : .select(listed)
    }
}

extension UserRecord {
    /// Returns whether the user needs no second factor in the pool.
    package func needsNoSecondFactor(in pool: UserPoolRecord) -> Bool {
        (try? SecondFactorDecision.decide(user: self, pool: pool)) == SecondFactorDecision.none
    }
}

extension UserMFA {
    /// The factors that the user has enabled, by either API.
    package var switchedOn: Set<SecondFactor> { legacySMS ? enabled.union([.sms]) : enabled }
}

extension UserRecord {
    /// Returns the second factors of which a sign-in of the user needs one: an empty set if it needs none, and `nil` if
    /// the user must set up a factor first.
    package func demandedFactors(in pool: UserPoolRecord) -> Set<SecondFactor>? {
        guard let decision = try? SecondFactorDecision.decide(user: self, pool: pool) else { return nil }
        switch decision {
        case .none: return []
        case .challenge, .select:
            let active = activeFactors(in: pool)
            return active.isEmpty ? pool.mfa.allowed.filter { $0 != pool.mfa.recovery && canUse($0) } : active
        case .setUp: return nil
        }
    }

    /// Returns the factors that the user has enabled and can use, and that the pool accepts.
    package func activeFactors(in pool: UserPoolRecord) -> Set<SecondFactor> {
        pool.mfa.allowed.intersection(mfa.switchedOn).filter(canUse)
    }

    /// Returns whether the user has the number, address or verified secret that a factor needs.
    package func canUse(_ factor: SecondFactor) -> Bool {
        switch factor {
        case .sms: attributes["phone_number"] != nil
        case .softwareToken: mfa.softwareToken != nil
        case .email: attributes["email"] != nil
        }
    }
}

extension ServiceFault {
    fileprivate static let noUsableFactor = ServiceFault.invalidParameter(
        "The user pool requires a second factor, and there is none that the user can use or set up.")
}
