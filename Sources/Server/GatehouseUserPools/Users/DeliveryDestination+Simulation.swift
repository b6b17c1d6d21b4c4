// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseCrypto
import GatehouseWire

/// Destinations of codes for names that stand for nobody.
///
/// They look like those of the pool's users and stay the same for the same name, so that no answer tells who exists.
extension DeliveryDestination {
    /// Where a reset code seems to go.
    /// - Throws: `NotAuthorizedException` where only administrators reset passwords.
    static func simulatedRecovery(
        of name: String, in pool: UserPoolRecord, sealer: Sealer
    ) throws(ServiceFault) -> DeliveryDestination {
        let allowed = try recoveryAttributes(of: pool)
        // Few users have verified what the pool neither verifies by itself nor knows them by.
        let usual = allowed.filter {
            pool.autoVerifiedAttributes.union(pool.usernameAttributes).union(pool.aliasAttributes).contains($0)
        }
        return simulated(for: name, by: usual.isEmpty ? allowed : usual, in: pool, sealer: sealer)
    }

    /// Where a sign-up code seems to go; `nil` where the pool sends none.
    static func simulatedVerification(
        of name: String, in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination? {
        let attributes = verificationAttributes(of: pool)
        return attributes.isEmpty ? nil : simulated(for: name, by: attributes, in: pool, sealer: sealer)
    }

    /// Where a sign-in's code seems to go that is sent to this attribute.
    static func simulatedCode(
        of name: String, by attribute: String, in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination {
        simulated(for: name, by: [attribute], in: pool, sealer: sealer)
    }

    /// A name that is an address or number is masked itself; for any other one something is made up that goes by the
    /// first channel and that no network delivers.
    private static func simulated(
        for name: String, by attributes: [String], in pool: UserPoolRecord, sealer: Sealer
    ) -> DeliveryDestination {
        if attributes.contains("email"), UserAttributes.isEmailAddress(name) {
            return DeliveryDestination(attribute: "email", value: name)
        }
        if attributes.contains("phone_number"), UserAttributes.isPhoneNumber(name) {
            return DeliveryDestination(attribute: "phone_number", value: name)
        }
        let stable = sealer.mac(
            Array("\(pool.id)|\(pool.comparable(name))".utf8), purpose: "decoy-destination"
        ).map(Int.init)
        guard attributes.first == "email" else {
            let digits = (0..<4).map { String(stable[$0] % 10) }.joined()
            return DeliveryDestination(attribute: "phone_number", value: "+1000555\(digits)")
        }
        let local = Self.initials[stable[0] % Self.initials.count]
        // The beginnings of the domains that most people have their mail at.
        let domain = ["g", "y", "h", "o", "i"][stable[1] % 5]
        return DeliveryDestination(attribute: "email", value: "\(local)@\(domain).invalid")
    }

    private static let initials = Array("abcdefghijklmnopqrstuvwxyz")
}
