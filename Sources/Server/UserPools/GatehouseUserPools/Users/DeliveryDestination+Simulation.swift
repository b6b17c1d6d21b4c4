// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCrypto
import GatehouseUserPoolModel
import GatehouseWire

/// Simulated destinations of codes for unknown user names.
///
/// A simulated destination looks like one of the pool's users and stays the same for the same name, so that no answer
/// shows which names exist.
extension DeliveryDestination {
    /// The destination of a reset code, as a user would have it who has the attributes that the pool requires and
    /// verifies.
    ///
    /// The service sends reset codes to verified attributes: to those that the pool verifies itself, else to those that
    /// its users have, which administrators verify. Where the pool's settings do not tell, each name has one of the
    /// allowed attributes.
    ///
    /// A user who gets no code, such as one whose address is not verified, has the user's own address or number, which
    /// other calls show, too.
    ///
    /// - Throws: `NotAuthorizedException` where only administrators reset passwords.
    static func simulatedRecovery(
        of name: String, by user: UserRecord?, in pool: UserPoolRecord, sealer: Sealer
    ) throws(ServiceFault) -> DeliveryDestination {
        let allowed = try recoveryAttributes(of: pool)
        let common = [
            pool.autoVerifiedAttributes, pool.requiredAttributes.union(pool.usernameAttributes), pool.aliasAttributes,
        ]
        let usual = common.map { known in allowed.filter(known.contains) }.first { !$0.isEmpty }
        let simulation = Simulation(of: name, in: pool, sealer: sealer)
        let simulated = simulation.destination(by: usual ?? simulation.rotated(allowed))
        guard let value = user?.attributes[simulated.attribute] else { return simulated }
        return DeliveryDestination(attribute: simulated.attribute, value: value)
    }

    /// The destination of a sign-up code; `nil` where the pool sends none.
    static func simulatedVerification(
        of name: String, in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination? {
        let attributes = verificationAttributes(of: pool)
        guard !attributes.isEmpty else { return nil }
        return Simulation(of: name, in: pool, sealer: sealer).destination(by: attributes)
    }

    /// The destination of a sign-in's code that is sent to this attribute.
    static func simulatedCode(
        of name: String, by attribute: String, in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination {
        Simulation(of: name, in: pool, sealer: sealer).destination(by: [attribute])
    }
}

/// What is drawn for one unknown user name, always the same.
private struct Simulation {
    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    /// First characters of addresses: letters mostly, and all others that the pool's users could have.
    private static let initials = Array(String(repeating: letters, count: 8) + letters.uppercased() + "0123456789")
    /// First characters of domains: half of them those of the domains that most people have their mail at.
    private static let domainInitials = Array(String(repeating: "ggggyyhhooim", count: 24)) + initials
    /// The numbers of digits that most numbers have with their country's code; 11 in North America.
    private static let phoneLengths = [11, 11, 11, 11, 12, 12, 13, 10]

    /// The name in the form in which the pool compares names, as the attributes of most users have it.
    private let name: String
    private let drawn: [Int]

    init(of name: String, in pool: UserPoolRecord, sealer: Sealer) {
        self.name = pool.comparable(name)
        drawn = sealer.mac(Array("\(pool.id)|\(self.name)".utf8), purpose: "decoy-destination").map(Int.init)
    }

    /// The attributes, beginning with any one of them.
    func rotated(_ attributes: [String]) -> [String] {
        let start = attributes.isEmpty ? 0 : drawn[16] % attributes.count
        return Array(attributes[start...] + attributes[..<start])
    }

    /// The name itself where it is an address or number of one of the attributes, else a made-up value of the first one
    /// that no network delivers to.
    func destination(by attributes: [String]) -> DeliveryDestination {
        if attributes.contains("email"), UserAttributes.isEmailAddress(name) {
            return DeliveryDestination(attribute: "email", value: name)
        }
        if attributes.contains("phone_number"), UserAttributes.isPhoneNumber(name) {
            return DeliveryDestination(attribute: "phone_number", value: name)
        }
        guard attributes.first == "email" else {
            let digits = drawn[..<4].map { String($0 % 10) }.joined()
            let length = Self.phoneLengths[drawn[4] % Self.phoneLengths.count]
            let zeros = String(repeating: "0", count: length - 8)
            return DeliveryDestination(attribute: "phone_number", value: "+1\(zeros)555\(digits)")
        }
        let local = character(of: Self.initials, at: 5)
        return DeliveryDestination(
            attribute: "email", value: "\(local)@\(character(of: Self.domainInitials, at: 7)).invalid")
    }

    private func character(of alphabet: [Character], at position: Int) -> Character {
        alphabet[(drawn[position] << 8 | drawn[position + 1]) % alphabet.count]
    }
}
