// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// The scenarios for the objects of a pool.
extension UpdateScenario {
    /// An object that one operation creates and one returns.
    private static func object(
        in fixture: PoolFixture, made create: String, _ input: WireValue, named names: [WireName],
        read: String, _ path: String, as rename: [WireName: WireName] = [:]
    ) async throws -> UpdatedObject {
        let own: [WireName: WireValue] = [
            "UserPoolId": .string(fixture.poolID), "ClientId": .string(fixture.client.id),
        ]
        var known = own.filter { PoolFixture.members(of: create)?.contains($0.key) ?? false }
        known.merge(input.objectValue ?? [:]) { $1 }
        let made = try await fixture.perform(create, .object(known))
        var named: [WireName: WireValue] = own
        for name in names { named[name] = known[name] ?? made[path]?[name.text] }
        let asked = named.filter { PoolFixture.members(of: read)?.contains($0.key) ?? false }
        return UpdatedObject(fixture: fixture, names: named) {
            var members = try await fixture.perform(read, .object(asked))[path]?.objectValue ?? [:]
            for (name, other) in rename { members[other] = members[name] }
            return .object(members)
        }
    }

    static let objects = [
        UpdateScenario(
            operation: "UpdateIdentityProvider",
            full: [
                "ProviderDetails": .object(ofTexts: PoolFixture.openID.merging(["client_id": "other"]) { $1 }),
                "AttributeMapping": ["email": "mail", "username": "sub"], "IdpIdentifiers": ["corp"],
                "AcrMapping": ["Level3": "silver"],
            ]
        ) {
            try await object(
                in: .make(), made: "CreateIdentityProvider",
                [
                    "ProviderName": "corp", "ProviderType": "OIDC",
                    "ProviderDetails": .object(ofTexts: PoolFixture.openID),
                ],
                named: ["ProviderName"], read: "DescribeIdentityProvider", "IdentityProvider")
        },
        UpdateScenario(
            operation: "UpdateResourceServer",
            full: ["Name": "Orders", "Scopes": [["ScopeName": "read", "ScopeDescription": "Read orders"]]]
        ) {
            try await object(
                in: .make(), made: "CreateResourceServer", ["Identifier": "orders", "Name": "First"],
                named: ["Identifier"], read: "DescribeResourceServer", "ResourceServer")
        },
        UpdateScenario(
            operation: "UpdateGroup",
            full: [
                "Description": "Editors", "RoleArn": "arn:aws:iam::123456789012:role/editor", "Precedence": 3,
            ]
        ) {
            try await object(
                in: .make(), made: "CreateGroup", ["GroupName": "editors"], named: ["GroupName"], read: "GetGroup",
                "Group")
        },
        UpdateScenario(operation: "UpdateUserPoolDomain", full: ["ManagedLoginVersion": 2]) {
            try await object(
                in: .make(), made: "CreateUserPoolDomain", ["Domain": "shop"], named: ["Domain"],
                read: "DescribeUserPoolDomain", "DomainDescription")
        },
        UpdateScenario(
            operation: "UpdateUserPoolDomain",
            full: ["ManagedLoginVersion": 2, "CustomDomainConfig": certificate("b")]
        ) {
            try await object(
                in: .make(), made: "CreateUserPoolDomain",
                ["Domain": "auth.example.com", "CustomDomainConfig": certificate("a")], named: ["Domain"],
                read: "DescribeUserPoolDomain", "DomainDescription")
        },
        UpdateScenario(
            operation: "SetUICustomization",
            full: [
                "CSS": ".label-customizable {font-weight: 400;}",
                "ImageFile": .string(Images.png.base64EncodedString()),
            ]
        ) {
            let fixture = try await PoolFixture.make()
            _ = try await fixture.perform(
                "CreateUserPoolDomain", ["Domain": "shop", "UserPoolId": .string(fixture.poolID)])
            return try await object(
                in: fixture, made: "SetUICustomization", [:], named: [], read: "GetUICustomization",
                "UICustomization", as: ["ImageUrl": "ImageFile"])
        },
        UpdateScenario(
            operation: "UpdateManagedLoginBranding",
            full: [
                "UseCognitoProvidedValues": false, "Settings": ["components": ["form": ["borderRadius": 2]]],
                "Assets": [
                    [
                        "Category": "FORM_LOGO", "ColorMode": "LIGHT", "Extension": "PNG",
                        "Bytes": .string(Images.png.base64EncodedString()),
                    ]
                ],
            ]
        ) {
            try await object(
                in: .make(), made: "CreateManagedLoginBranding", ["UseCognitoProvidedValues": true],
                named: ["ManagedLoginBrandingId"], read: "DescribeManagedLoginBranding", "ManagedLoginBranding")
        },
        UpdateScenario(
            operation: "SetRiskConfiguration",
            full: [
                "CompromisedCredentialsRiskConfiguration": ["Actions": ["EventAction": "BLOCK"]],
                "AccountTakeoverRiskConfiguration": [
                    "Actions": ["LowAction": ["Notify": false, "EventAction": "NO_ACTION"]]
                ],
                "RiskExceptionConfiguration": ["BlockedIPRangeList": ["192.0.2.0/24"]],
            ]
        ) {
            let fixture = try await PoolFixture.make(
                pool: PoolFixture.request { $0.userPoolAddOns = UserPoolAddOnsType(advancedSecurityMode: .audit) })
            return try await object(
                in: fixture, made: "SetRiskConfiguration", [:], named: [], read: "DescribeRiskConfiguration",
                "RiskConfiguration")
        },
        UpdateScenario(
            operation: "UpdateTerms",
            full: [
                "TermsName": "privacy-policy", "TermsSource": "LINK", "Enforcement": "NONE",
                "Links": ["cognito:default": "https://example.com/privacy"],
            ],
            constant: ["TermsSource", "Enforcement"]
        ) {
            try await object(
                in: .make(), made: "CreateTerms",
                [
                    "TermsName": "terms-of-use", "TermsSource": "LINK", "Enforcement": "NONE",
                    "Links": ["cognito:default": "https://example.com/terms"],
                ],
                named: ["TermsId"], read: "DescribeTerms", "Terms")
        },
    ]

    private static func certificate(_ name: String) -> WireValue {
        ["CertificateArn": .string("arn:aws:acm:us-east-1:123456789012:certificate/\(name)")]
    }
}
