// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
package import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Simulated destinations of codes for unknown user names.
///
/// A simulated destination looks like the destination of a user of the pool, and is the same for each request with a
/// name. So no response reveals which names exist.
extension DeliveryDestination {
    /// Returns a simulated destination of a reset code, as for a user with the attributes that the pool requires and
    /// verifies.
    ///
    /// The service sends reset codes to verified attributes. These are the attributes that the pool verifies. In a pool
    /// that verifies none, administrators verify the attributes that its users have. If the pool's settings do not
    /// determine them, each name has one of the allowed attributes.
    ///
    /// For a user that cannot receive a code, such as one with an unverified address, the destination is the user's own
    /// address or phone number, if the user has one; other responses show it as well.
    ///
    /// - Throws: `NotAuthorizedException` if only administrators reset passwords.
    package static func simulatedRecovery(
        of name: String, by user: UserRecord?, in pool: UserPoolRecord, sealer: Sealer
    ) throws(ServiceFault) -> DeliveryDestination {
        let allowed = try recoveryAttributes(of: pool)
        let common = [
            pool.autoVerifiedAttributes, pool.requiredAttributes.union(pool.usernameAttributes), pool.aliasAttributes,
        ]
        let usual = common.map { known in allowed.filter(known.contains) }.first { !$0.isEmpty }
        let simulation = Simulation(of: name, in: pool, sealer: sealer)
        let attributes = usual ?? simulation.rotated(allowed)
        if let user {
            let simulated = simulation.destination(by: attributes)
            for attribute in [simulated.attribute] + attributes {
                if let value = user.attributes[attribute] {
                    return DeliveryDestination(attribute: attribute, value: value)
                }
            }
        }
        return simulation.destination(by: attributes)
    }

    /// Returns a simulated destination of a sign-up code; `nil` if the pool sends none.
    ///
    /// For a user, who gets no code, it is an address or number of the user: the destination of a reset code if an
    /// unknown name has one destination for both codes. So the two codes together do not show who is a user.
    package static func simulatedVerification(
        of name: String, by user: UserRecord?, in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination? {
        let attributes = verificationAttributes(of: pool)
        guard !attributes.isEmpty else { return nil }
        let simulated = Simulation(of: name, in: pool, sealer: sealer).destination(by: attributes)
        guard let user else { return simulated }
        if let reset = try? simulatedRecovery(of: name, by: nil, in: pool, sealer: sealer), reset == simulated,
            let own = try? forRecovery(of: user, in: pool, otherwise: name, sealer: sealer)
        {
            return own
        }
        return DeliveryDestination(
            attribute: simulated.attribute, value: user.attributes[simulated.attribute] ?? simulated.value)
    }

    /// Returns the destination of a user's reset code, or a simulated one for a user without a code.
    ///
    /// - Throws: `NotAuthorizedException` if only administrators reset passwords.
    private static func forRecovery(
        of user: UserRecord, in pool: UserPoolRecord, otherwise name: String, sealer: Sealer
    ) throws(ServiceFault) -> DeliveryDestination {
        if user.isEnabled, let own = try? forRecovery(of: user, in: pool) { return own }
        return try simulatedRecovery(of: name, by: user, in: pool, sealer: sealer)
    }

    /// Returns a simulated destination of a sign-in code to an attribute; for a user that the client must not learn of,
    /// the user's own address or number.
    package static func simulatedCode(
        of name: String, by attribute: String, of user: UserRecord?, in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination {
        if let value = user?.attributes[attribute] { return DeliveryDestination(attribute: attribute, value: value) }
        return Simulation(of: name, in: pool, sealer: sealer).destination(by: [attribute])
    }

    /// The destination in a response about a name to a client that must not learn whether the name is a user's.
    ///
    /// A value that is the name itself is written as the pool compares names, as it is for an unknown name: the case of
    /// the stored value would show that there is a user.
    package func named(_ name: String, in pool: UserPoolRecord) -> DeliveryDestination {
        let typed = pool.comparable(name)
        return pool.comparable(value) == typed ? DeliveryDestination(attribute: attribute, value: typed) : self
    }
}

/// The pseudorandom values for an unknown user name, always the same for a name.
private struct Simulation {
    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    /// The first characters of addresses: mostly letters, but also all others that addresses of users can have.
    private static let initials = Array(String(repeating: letters, count: 8) + letters.uppercased() + "0123456789")
    /// The first characters of domains; half of them belong to the most common mail domains.
    private static let domainInitials = Array(String(repeating: "ggggyyhhooim", count: 24)) + initials
    /// The usual lengths of phone numbers with their country code, in digits; 11 in North America.
    private static let phoneLengths = [11, 11, 11, 11, 12, 12, 13, 10]

    /// The name in the form in which the pool compares names, as most users write it in their attributes.
    private let name: String
    private let required: Set<String>
    private let drawn: [Int]

    init(of name: String, in pool: UserPoolRecord, sealer: Sealer) {
        self.name = pool.comparable(name)
        required = pool.requiredAttributes
        drawn = sealer.mac(Array("\(pool.id)|\(self.name)".utf8), purpose: .decoyDestination).map(Int.init)
    }

    /// Returns the attributes, rotated by a pseudorandom number.
    func rotated(_ attributes: [String]) -> [String] {
        let start = attributes.isEmpty ? 0 : drawn[16] % attributes.count
        return Array(attributes[start...] + attributes[..<start])
    }

    /// Returns the name itself if it is a valid address or number for one of the attributes, and every user has none of
    /// the attributes before it; otherwise an undeliverable value for the first attribute.
    func destination(by attributes: [String]) -> DeliveryDestination {
        let known = attributes.first { isValue(of: $0) || required.contains($0) }
        if let known, isValue(of: known) { return DeliveryDestination(attribute: known, value: name) }
        guard known ?? attributes.first == "email" else {
            let digits = drawn[..<4].map { String($0 % 10) }.joined()
            let length = Self.phoneLengths[drawn[4] % Self.phoneLengths.count]
            let zeros = String(repeating: "0", count: length - 8)
            return DeliveryDestination(attribute: "phone_number", value: "+1\(zeros)555\(digits)")
        }
        let local = character(of: Self.initials, at: 5)
        return DeliveryDestination(
            attribute: "email", value: "\(local)@\(character(of: Self.domainInitials, at: 7)).invalid")
    }

    /// Whether the name is a valid address or number.
    private func isValue(of attribute: String) -> Bool {
        attribute == "email" ? UserAttributes.isEmailAddress(name) : UserAttributes.isPhoneNumber(name)
    }

    private func character(of alphabet: [Character], at position: Int) -> Character {
        alphabet[(drawn[position] << 8 | drawn[position + 1]) % alphabet.count]
    }
}

extension UserRecord {
    /// Returns a decoy for an unknown user, always the same one for a name, so that its codes are found again.
    package static func decoy(named name: String, in pool: UserPoolRecord, sealer: Sealer) -> UserRecord {
        let stable = sealer.mac(Array("\(pool.id)|\(pool.comparable(name))".utf8), purpose: .decoyRecovery)
        let sub = Entropy { Array(stable.prefix($0)) }.uuid()
        return UserRecord(
            sub: sub, poolID: pool.id, username: sub, status: .confirmed, attributes: [:], password: nil,
            createdAt: pool.createdAt, modifiedAt: pool.createdAt)
    }
}
