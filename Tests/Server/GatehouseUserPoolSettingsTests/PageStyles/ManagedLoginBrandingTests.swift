// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct ManagedLoginBrandingTests {
    private static let settings: WireValue = ["components": ["form": ["borderRadius": 2]]]

    private func asset(
        _ category: AssetCategoryType = .formLogo, _ mode: ColorSchemeModeType = .light,
        _ type: AssetExtensionType = .png, _ bytes: Data? = Images.png
    ) -> AssetType {
        AssetType(category: category, colorMode: mode, extension: type, bytes: bytes)
    }

    private func create(
        _ settings: WireValue? = Self.settings, provided: Bool? = nil, assets: [AssetType]? = nil,
        of client: String? = nil, in fixture: PoolFixture
    ) async throws -> ManagedLoginBrandingType {
        let answer = try await fixture.administrator.createManagedLoginBranding(
            CreateManagedLoginBrandingRequest(
                userPoolId: fixture.poolID, clientId: client ?? fixture.client.id,
                useCognitoProvidedValues: provided, settings: settings, assets: assets))
        return try #require(answer.managedLoginBranding)
    }

    private func update(
        _ style: ManagedLoginBrandingType, settings: WireValue? = nil, provided: Bool? = nil,
        assets: [AssetType]? = nil, in fixture: PoolFixture
    ) async throws -> ManagedLoginBrandingType? {
        try await fixture.administrator.updateManagedLoginBranding(
            UpdateManagedLoginBrandingRequest(
                userPoolId: fixture.poolID, managedLoginBrandingId: style.managedLoginBrandingId,
                useCognitoProvidedValues: provided, settings: settings, assets: assets)
        ).managedLoginBranding
    }

    private func described(
        _ id: String?, merged: Bool? = nil, in fixture: PoolFixture
    ) async throws -> ManagedLoginBrandingType? {
        try await fixture.administrator.describeManagedLoginBranding(
            DescribeManagedLoginBrandingRequest(
                userPoolId: fixture.poolID, managedLoginBrandingId: id ?? "", returnMergedResources: merged)
        ).managedLoginBranding
    }

    private func describedByClient(
        _ client: String, merged: Bool? = nil, in fixture: PoolFixture
    ) async throws -> ManagedLoginBrandingType? {
        try await fixture.administrator.describeManagedLoginBrandingByClient(
            DescribeManagedLoginBrandingByClientRequest(
                userPoolId: fixture.poolID, clientId: client, returnMergedResources: merged)
        ).managedLoginBranding
    }

    @Test func `a style is found by its id and by its client`() async throws {
        let fixture = try await PoolFixture.make()
        let assets = [
            asset(), asset(.formLogo, .dark, .svg, Images.svg), asset(.faviconIco, .dynamic, .ico, Images.ico),
        ]
        let style = try await create(assets: assets, in: fixture)
        #expect(style.settings == Self.settings && style.assets == assets && style.useCognitoProvidedValues == false)
        #expect(style.userPoolId == fixture.poolID && style.creationDate == fixture.gatehouse.clock.now)
        #expect(try await described(style.managedLoginBrandingId, in: fixture) == style)
        #expect(try await describedByClient(fixture.client.id, in: fixture) == style)
    }

    @Test func `the server's own style has no settings, and the merged ones have all`() async throws {
        let fixture = try await PoolFixture.make()
        let style = try await create(nil, provided: true, in: fixture)
        #expect(style.useCognitoProvidedValues == true && style.settings == nil && style.assets == [])
        let merged = try await describedByClient(fixture.client.id, merged: true, in: fixture)
        #expect(merged?.settings?["components"]?["form"]?["borderRadius"] == 8)
        let changed = try await update(style, settings: Self.settings, in: fixture)
        #expect(changed?.useCognitoProvidedValues == false && changed?.settings == Self.settings)
        let settings = try await described(style.managedLoginBrandingId, merged: true, in: fixture)?.settings
        #expect(settings?["components"]?["form"]?["borderRadius"] == 2)
        #expect(settings?["components"]?["form"]?["logo"]?["enabled"] == false)
        #expect(settings?["categories"]?["global"]?["colorSchemeMode"] == "DYNAMIC")
    }

    @Test func `a client has one style, and a pool has at most 20`() async throws {
        let fixture = try await PoolFixture.make()
        _ = try await create(in: fixture)
        #expect(try await fault { _ = try await create(in: fixture) }?.code == .managedLoginBrandingExists)
        for number in 1...20 {
            let client = try await fixture.administrator.createUserPoolClient(
                CreateUserPoolClientRequest(userPoolId: fixture.poolID, clientName: "c\(number)"))
            let refusal = try await fault {
                _ = try await create(of: client.userPoolClient?.clientId, in: fixture)
            }
            #expect(refusal?.code == (number < 20 ? nil : .limitExceeded))
        }
    }

    @Test func `a style comes from the server or from settings, not from both or neither`() async throws {
        let fixture = try await PoolFixture.make()
        func refusal(
            _ settings: WireValue?, _ provided: Bool?, _ assets: [AssetType]? = nil
        ) async throws -> ServiceFault? {
            try await fault { _ = try await create(settings, provided: provided, assets: assets, in: fixture) }
        }
        for fault in [
            try await refusal(nil, nil), try await refusal(nil, false), try await refusal(Self.settings, true),
            try await refusal(nil, true, [asset()]), try await refusal("text", nil), try await refusal([1], nil),
            try await refusal(nil, nil, [asset()]),
        ] {
            #expect(fault?.code == .invalidParameter)
        }
        let described = try await fault { _ = try await describedByClient(fixture.client.id, in: fixture) }
        #expect(described?.code == .resourceNotFound)
        #expect(try await refusal(Self.settings, false, []) == nil)
    }

    @Test func `an asset has the format of its extension and category`() async throws {
        let fixture = try await PoolFixture.make()
        let script = Data("<svg><script>alert(1)</script></svg>".utf8)
        for wrong in [
            asset(.formLogo, .light, .jpeg, Images.png), asset(.faviconIco, .light, .png, Images.png),
            asset(.faviconSvg, .light, .png, Images.png), asset(.formLogo, .light, .ico, Images.ico),
            asset(.formLogo, .light, .svg, script), asset(.formLogo, .light, .png, Data("text".utf8)),
            asset(.formLogo, .light, .png, nil), asset(.formLogo, .light, .png, Data()),
        ] {
            #expect(try await fault { _ = try await create(assets: [wrong], in: fixture) }?.code == .invalidParameter)
        }
        let twice = [asset(), asset(.formLogo, .light, .jpeg, Images.jpeg)]
        #expect(try await fault { _ = try await create(assets: twice, in: fixture) }?.code == .invalidParameter)
        let named = AssetType(category: .formLogo, colorMode: .light, extension: .png, resourceId: "logo")
        #expect(try await create(assets: [named], in: fixture).assets == [named])
    }

    @Test func `an update keeps what it omits and replaces images at the same place`() async throws {
        let fixture = try await PoolFixture.make()
        let background = asset(.pageBackground, .dark, .webp, Images.webp)
        let style = try await create(assets: [asset(), background], in: fixture)
        fixture.gatehouse.clock.advance(by: 60)
        let logo = asset(.formLogo, .light, .jpeg, Images.jpeg)
        let header = asset(.pageHeaderLogo)
        let changed = try await update(style, assets: [logo, header], in: fixture)
        #expect(changed?.assets == [background, logo, header] && changed?.settings == Self.settings)
        #expect(changed?.lastModifiedDate == fixture.gatehouse.clock.now && changed?.creationDate == style.creationDate)
        let next = try await update(style, settings: ["a": 1], in: fixture)
        #expect(next?.assets == [background, logo, header] && next?.settings == ["a": 1])
        #expect(try await update(style, assets: [], in: fixture)?.assets == [])
        let own = try await update(style, provided: true, in: fixture)
        #expect(own?.settings == nil && own?.useCognitoProvidedValues == true)
        #expect(try await described(style.managedLoginBrandingId, in: fixture) == own)
        #expect(
            try await fault { _ = try await update(style, settings: ["a": 1], provided: true, in: fixture) }?.code
                == .invalidParameter)
    }

    @Test func `the images of a style have a number and a size in all`() async throws {
        let fixture = try await PoolFixture.make()
        let style = try await create(in: fixture)
        let categories = AssetCategoryType.allValues.filter { ![.faviconIco, .faviconSvg].contains($0) }
        let places = categories.flatMap { category in ColorSchemeModeType.allValues.map { (category, $0) } }
        let small = places.map { asset($0, $1) }
        #expect(small.count == 39)
        _ = try await update(style, assets: small, in: fixture)
        let icons = [asset(.faviconIco, .light, .ico, Images.ico), asset(.faviconIco, .dark, .ico, Images.ico)]
        #expect(try await fault { _ = try await update(style, assets: icons, in: fixture) }?.code == .invalidParameter)
        #expect(try await update(style, assets: [icons[0]], in: fixture)?.assets?.count == 40)
        _ = try await update(style, assets: [], in: fixture)
        let file = Images.png + Data(repeating: 0, count: 1_000_000 - Images.png.count)
        let large = places.prefix(9).map { asset($0, $1, .png, file) }
        #expect(try await fault { _ = try await update(style, assets: large, in: fixture) }?.code == .invalidParameter)
        #expect(try await update(style, assets: Array(large.dropLast()), in: fixture)?.assets?.count == 8)
    }

    @Test func `removed styles and those of another pool are not found`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        let style = try await create(in: fixture)
        let id = try #require(style.managedLoginBrandingId)
        let foreign = DeleteManagedLoginBrandingRequest(managedLoginBrandingId: id, userPoolId: other.poolID)
        #expect(
            try await fault { try await fixture.administrator.deleteManagedLoginBranding(foreign) }?.code
                == .resourceNotFound)
        #expect(try await fault { _ = try await described(id, in: other) }?.code == .resourceNotFound)
        #expect(try await fault { _ = try await update(style, in: other) }?.code == .resourceNotFound)
        #expect(
            try await fault { _ = try await create(of: other.client.id, in: fixture) }
                == .noSuchClient(other.client.id))
        let removal = DeleteManagedLoginBrandingRequest(managedLoginBrandingId: id, userPoolId: fixture.poolID)
        try await fixture.administrator.deleteManagedLoginBranding(removal)
        #expect(try await fault { _ = try await described(id, in: fixture) }?.code == .resourceNotFound)
        #expect(
            try await fault { try await fixture.administrator.deleteManagedLoginBranding(removal) }?.code
                == .resourceNotFound)
        _ = try await create(in: fixture)
    }

    @Test func `an update names its style and its pool`() async throws {
        let fixture = try await PoolFixture.make()
        let service = fixture.administrator
        let style = UpdateManagedLoginBrandingRequest(userPoolId: fixture.poolID)
        #expect(
            try await fault { _ = try await service.updateManagedLoginBranding(style) }
                == .missingParameter("ManagedLoginBrandingId"))
        let pool = UpdateManagedLoginBrandingRequest(managedLoginBrandingId: "a")
        #expect(
            try await fault { _ = try await service.updateManagedLoginBranding(pool) }
                == .missingParameter("UserPoolId"))
    }
}
