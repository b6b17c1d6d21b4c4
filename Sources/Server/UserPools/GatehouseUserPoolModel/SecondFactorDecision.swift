// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseWire

/// What a sign-in asks for after its first factor.
///
/// A pure function of the user and the pool. Devices and passkeys that count as both factors are decided before it.
package enum SecondFactorDecision: Sendable, Equatable {
    /// Tokens follow.
    case none
    /// One factor, and no choice.
    case challenge(SecondFactor)
    /// The user chooses one of several, in the order of the service's lists.
    case select([SecondFactor])
    /// The user sets up one of these first.
    case setUp([SecondFactor])

    /// Decides for a user whose first factor was right.
    ///
    /// A factor that the pool no longer offers, or that has lost its number, address or secret, does not count.
    ///
    /// - Throws: `InvalidParameterException` where the pool demands a factor and the user can neither use nor set up one.
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
        // Only the way of recovery codes is left to who could use something, but not an app.
        guard usable.isEmpty || mfa.allowed.contains(.softwareToken), !missing.isEmpty else { throw .noUsableFactor }
        return .setUp(missing.listed)
    }

    /// Asks for the preferred one of these, if it is one of them, or else for what the user chooses.
    package static func asking(
        for factors: Set<SecondFactor>, preferring preferred: SecondFactor? = nil
    ) -> SecondFactorDecision {
        if let preferred, factors.contains(preferred) { return .challenge(preferred) }
        let listed = factors.listed
        return listed.count == 1 ? .challenge(listed[0]) : .select(listed)
    }
}

extension UserRecord {
    /// Whether nobody demands a second factor of the user.
    package func needsNoSecondFactor(in pool: UserPoolRecord) -> Bool {
        (try? SecondFactorDecision.decide(user: self, pool: pool)) == SecondFactorDecision.none
    }
}

extension UserMFA {
    /// What the user has switched on, in whichever way.
    package var switchedOn: Set<SecondFactor> { legacySMS ? enabled.union([.sms]) : enabled }
}

extension UserRecord {
    /// The factors that are switched on and count in the pool.
    package func activeFactors(in pool: UserPoolRecord) -> Set<SecondFactor> {
        pool.mfa.allowed.intersection(mfa.switchedOn).filter(canUse)
    }

    /// Whether the user has what a factor needs: a number, an address, a verified secret.
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
