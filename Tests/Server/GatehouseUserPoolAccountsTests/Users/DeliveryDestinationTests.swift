// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct DeliveryDestinationTests {
    @Test(arguments: [
        ("email", "fred@example.com", "f***@e***"), ("email", "a@b", "a***@b***"),
        ("phone_number", "+12025550100", "+*******0100"), ("phone_number", "+491", "+491"),
    ])
    func `a destination is masked`(_ attribute: String, _ value: String, _ masked: String) {
        #expect(DeliveryDestination(attribute: attribute, value: value).masked == masked)
    }

    /// A pool, what unknown names should seem to be reached by, and what an address does.
    private static let channels: [([String]?, [VerifiedAttributeType], String, String)] = [
        (nil, [.email], "email", "email"), (nil, [.phoneNumber], "phone_number", "phone_number"),
        (nil, [.phoneNumber, .email], "phone_number", "email"), (nil, [], "phone_number", "email"),
        (["verified_email"], [.phoneNumber, .email], "email", "email"),
        (["verified_phone_number"], [.phoneNumber, .email], "phone_number", "phone_number"),
        (["verified_email", "verified_phone_number"], [.phoneNumber, .email], "email", "email"),
        (["verified_phone_number", "verified_email"], [.email], "email", "email"),
    ]

    @Test(arguments: channels)
    func `unknown names seem to be reached as the pool reaches its users, the same each time`(
        _ mechanisms: [String]?, _ verified: [VerifiedAttributeType], _ ofName: String, _ ofAddress: String
    ) async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.autoVerifiedAttributes = verified
                $0.accountRecoverySetting = mechanisms.map { names in
                    AccountRecoverySettingType(
                        recoveryMechanisms: names.enumerated().map {
                            RecoveryOptionType(
                                priority: $0.offset + 1, name: RecoveryOptionNameType(rawValue: $0.element))
                        })
                }
            }
        ) { $0.preventUserExistenceErrors = .enabled }
        let address = try await fixture.forgotPassword("nobody@example.com")
        #expect(address?.attributeName == ofAddress)
        #expect(ofAddress != "email" || address?.destination == "n***@e***")
        var destinations: Set<String> = []
        for number in 0..<12 {
            let details = try await fixture.forgotPassword("nobody-\(number)")
            #expect(details?.attributeName == ofName)
            #expect(details?.deliveryMedium == (ofName == "email" ? .email : .sms))
            #expect(try await fixture.forgotPassword("nobody-\(number)") == details)
            let destination = try #require(details?.destination)
            #expect(destination.wholeMatch(of: ofName == "email" ? /[a-z]\*{3}@[a-z]\*{3}/ : /\+\*{7}[0-9]{4}/) != nil)
            destinations.insert(destination)
        }
        #expect(destinations.count > 3)
    }
}
