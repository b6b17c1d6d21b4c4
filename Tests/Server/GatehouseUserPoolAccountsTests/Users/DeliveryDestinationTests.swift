// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@Suite struct DeliveryDestinationTests {
    @Test(arguments: [
        ("email", "fred@example.com", "f***@e***"), ("email", "a@b", "a***@b***"),
        ("phone_number", "+12025550100", "+*******0100"), ("phone_number", "+491", "+491"),
    ])
    func `a destination is masked`(_ attribute: String, _ value: String, _ masked: String) {
        #expect(DeliveryDestination(attribute: attribute, value: value).masked == masked)
    }

    /// Recovery mechanisms and verified attributes, with the attributes for an unknown name and an unknown address.
    private static let channels: [([String]?, [VerifiedAttributeType], String, String)] = [
        (nil, [.email], "email", "email"), (nil, [.phoneNumber], "phone_number", "phone_number"),
        (nil, [.phoneNumber, .email], "phone_number", "email"),
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
            let form = ofName == "email" ? /[a-zA-Z0-9]\*{3}@[a-zA-Z0-9]\*{3}/ : /\+\*{6,9}[0-9]{4}/
            #expect(destination.wholeMatch(of: form) != nil)
            destinations.insert(destination)
        }
        #expect(destinations.count > 3)
    }

    /// Pools by required, auto-verified, user-name and alias attributes, and the attribute that their users have.
    private static let pools: [(pool: CreateUserPoolRequest, attribute: String?)] = [
        (request(required: ["email"]), "email"), (request(required: ["phone_number"]), "phone_number"),
        (request(required: ["phone_number"], verified: [.email]), "email"),
        (request(required: ["email"], verified: [.email]), "email"),
        (request(aliases: [.email]), "email"), (request(required: ["email"], aliases: [.phoneNumber]), "email"),
        (request(required: ["name"]), nil),
    ]

    @Test(arguments: pools)
    func `an unknown name has the medium of a user with the required and verified attributes`(
        _ pool: CreateUserPoolRequest, _ attribute: String?
    ) async throws {
        let fixture = try await PoolFixture.make(pool: pool) { $0.preventUserExistenceErrors = .enabled }
        var seen: Set<String> = []
        for number in 0..<24 {
            seen.insert(try #require(try await fixture.forgotPassword("nobody-\(number)")?.attributeName))
        }
        let expected: Set = attribute.map { [$0] } ?? ["email", "phone_number"]
        #expect(seen == expected)
        var known = ["email": "ada@example.com", "phone_number": "+15550100"].filter { expected.contains($0.key) }
        for name in expected { known[name + "_verified"] = "true" }
        try await fixture.gatehouse.makeUser(
            "ada", password: PoolFixture.password, inPool: fixture.poolID,
            attributes: known.merging(["name": "Ada"]) { $1 })
        let details = try #require(try await fixture.forgotPassword("ada"))
        #expect(seen.contains(details.attributeName ?? ""))
    }

    @Test func `simulated addresses and numbers begin and end as any user's may`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request { $0.autoVerifiedAttributes = [.phoneNumber, .email] }
        ) { $0.preventUserExistenceErrors = .enabled }
        let pools = fixture.gatehouse.installation.userPools
        let pool = try await pools.records.read { try $0.existingPool(fixture.poolID) }
        func destinations(by attribute: String) -> [DeliveryDestination] {
            (0..<4_000).map {
                .simulatedCode(of: "nobody-\($0)", by: attribute, of: nil, in: pool, sealer: pools.sealer)
            }
        }
        let addresses = destinations(by: "email").map { $0.value.split(separator: "@").compactMap(\.first) }
        for position in 0...1 {
            let initials = Set(addresses.map { $0[position] })
            #expect(initials.isSuperset(of: "abcdefghijklmnopqrstuvwxyz"))
            #expect(initials.contains { $0.isUppercase } && initials.contains { $0.isNumber })
        }
        let usual = addresses.count { "gyhoim".contains($0[1]) }
        #expect((2_000...3_000).contains(usual))
        #expect(Set(destinations(by: "phone_number").map(\.masked.count)) == [11, 12, 13, 14])
    }

    @Test func `a pool that ignores case answers an unknown address as its users wrote theirs`() async throws {
        let fixture = try await PoolFixture.make(
            pool: PoolFixture.request {
                $0.usernameConfiguration = UsernameConfigurationType(caseSensitive: false)
            }
        ) { $0.preventUserExistenceErrors = .enabled }
        #expect(try await fixture.forgotPassword("Nobody@Example.com")?.destination == "n***@e***")
    }

    private static func request(
        required: [String] = [], verified: [VerifiedAttributeType]? = nil, aliases: [AliasAttributeType]? = nil
    ) -> CreateUserPoolRequest {
        PoolFixture.request {
            $0.schema = required.map { SchemaAttributeType(name: $0, required: true) }
            $0.autoVerifiedAttributes = verified
            $0.aliasAttributes = aliases
        }
    }
}
