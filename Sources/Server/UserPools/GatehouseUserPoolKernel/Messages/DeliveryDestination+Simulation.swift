// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseServerCrypto
package import GatehouseUserPoolModel
package import GatehouseWire

/// Simulated destinations of codes for unknown user names.
///
/// A simulated destination looks like those of the pool's users and is the same for each request with a name, so that
/// no response reveals which names exist.
extension DeliveryDestination {
    /// Returns a simulated destination of a reset code, like that of a user with the attributes that the pool requires
    /// and verifies.
    ///
    /// The service sends reset codes to verified attributes. These are the ones that the pool verifies; if it verifies
    /// none, those that its users have and administrators verify. If the pool's settings do not determine them, each
    /// name has one of the allowed attributes.
    ///
    /// For a user that cannot receive a code, such as one with an unverified address, the destination is the user's own
    /// address or phone number, which other responses show as well.
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
        let simulated = simulation.destination(by: usual ?? simulation.rotated(allowed))
        guard let value = user?.attributes[simulated.attribute] else { return simulated }
        return DeliveryDestination(attribute: simulated.attribute, value: value)
    }

    /// Returns a simulated destination of a sign-up code; `nil` if the pool sends none.
    package static func simulatedVerification(
        of name: String, in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination? {
        let attributes = verificationAttributes(of: pool)
        guard !attributes.isEmpty else { return nil }
        return Simulation(of: name, in: pool, sealer: sealer).destination(by: attributes)
    }

    /// Returns a simulated destination of a sign-in code to an attribute.
    package static func simulatedCode(
        of name: String, by attribute: String, in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination {
        Simulation(of: name, in: pool, sealer: sealer).destination(by: [attribute])
    }
}

/// The pseudorandom values for an unknown user name, always the same for a name.
private struct Simulation {
    private static let letters = "abcdefghijklmnopqrstuvwxyz"
    /// The first characters of addresses: mostly letters, but also all others that addresses of users can have.
    private static let initials = Array(String(repeating: letters, count: 8) + letters.uppercased() + "0123456789")
    /// The first characters of domains; half of them are those of the most common mail domains.
    private static let domainInitials = Array(String(repeating: "ggggyyhhooim", count: 24)) + initials
    /// The usual lengths of phone numbers with their country code, in digits; 11 in North America.
    private static let phoneLengths = [11, 11, 11, 11, 12, 12, 13, 10]

    /// The name in the form in which the pool compares names, as most users write it in their attributes.
    private let name: String
    private let drawn: [Int]

    init(of name: String, in pool: UserPoolRecord, sealer: Sealer) {
        self.name = pool.comparable(name)
        drawn = sealer.mac(Array("\(pool.id)|\(self.name)".utf8), purpose: .decoyDestination).map(Int.init)
    }

    /// Returns the attributes, rotated by a pseudorandom number.
    func rotated(_ attributes: [String]) -> [String] {
        let start = attributes.isEmpty ? 0 : drawn[16] % attributes.count
        return Array(attributes[start...] + attributes[..<start])
    }

    /// Returns the name itself if it is a valid address or number for one of the attributes; otherwise an undeliverable
    /// value for the first attribute.
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
