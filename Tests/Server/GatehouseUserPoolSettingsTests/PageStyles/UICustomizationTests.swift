// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct UICustomizationTests {
    private static let css = ".label-customizable {font-weight: 400;}"

    private func fixture() async throws -> PoolFixture {
        let fixture = try await PoolFixture.make()
        _ = try await fixture.administrator.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "shop", userPoolId: fixture.poolID))
        return fixture
    }

    @discardableResult
    private func set(
        _ client: String?, css: String? = Self.css, image: Data? = nil, in fixture: PoolFixture
    ) async throws -> UICustomizationType {
        try await fixture.administrator.setUICustomization(
            SetUICustomizationRequest(userPoolId: fixture.poolID, clientId: client, css: css, imageFile: image)
        ).uiCustomization
    }

    private func style(of client: String?, in fixture: PoolFixture) async throws -> UICustomizationType {
        try await fixture.administrator.getUICustomization(
            GetUICustomizationRequest(userPoolId: fixture.poolID, clientId: client)
        ).uiCustomization
    }

    @Test func `a client has its own style, or else that for all`() async throws {
        let fixture = try await fixture()
        #expect(try await style(of: fixture.client.id, in: fixture) == UICustomizationType())
        let all = try await set("ALL", in: fixture)
        #expect(all.clientId == "ALL" && all.userPoolId == fixture.poolID && all.css == Self.css)
        #expect(try await style(of: nil, in: fixture) == all)
        #expect(try await style(of: "ALL", in: fixture) == all)
        #expect(try await style(of: fixture.client.id, in: fixture) == all)
        let own = try await set(fixture.client.id, css: nil, image: Images.png, in: fixture)
        #expect(own.clientId == fixture.client.id && own.css == nil)
        #expect(try await style(of: fixture.client.id, in: fixture) == own)
        #expect(try await style(of: nil, in: fixture) == all)
    }

    @Test func `a new style replaces the style sheet and the logo, and an empty one removes both`() async throws {
        let fixture = try await fixture()
        let first = try await set(nil, image: Images.png, in: fixture)
        let id = try #require(first.imageUrl?.split(separator: "/").last.map(String.init))
        #expect(first.imageUrl == "http://localhost:9229/\(fixture.poolID)/images/\(id)")
        let pools = fixture.gatehouse.installation.userPools
        let poolID = fixture.poolID
        #expect(try await pools.records.read { try $0.pageImage(id, inPool: poolID)?.bytes } == Array(Images.png))
        fixture.gatehouse.clock.advance(by: 60)
        let second = try await set(nil, css: ".logo-customizable{max-width:9%}", in: fixture)
        #expect(second.imageUrl == nil && second.creationDate == first.creationDate)
        #expect(second.cssVersion != first.cssVersion && second.lastModifiedDate == fixture.gatehouse.clock.now)
        #expect(try await pools.records.read { try $0.pageImage(id, inPool: poolID) } == nil)
        let none = try await set(nil, css: "", image: Data(), in: fixture)
        #expect(none == UICustomizationType(userPoolId: fixture.poolID, clientId: "ALL"))
        #expect(try await style(of: nil, in: fixture) == UICustomizationType())
    }

    @Test func `a style needs a domain, a pool and a client`() async throws {
        let fixture = try await PoolFixture.make()
        let refusal = ServiceFault.invalidParameter(
            "There has to be an existing domain associated with this user pool")
        #expect(try await fault { try await set("ALL", in: fixture) } == refusal)
        #expect(try await fault { _ = try await style(of: nil, in: fixture) } == refusal)
        _ = try await fixture.administrator.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "shop", userPoolId: fixture.poolID))
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        #expect(
            try await fault { try await set(other.client.id, in: fixture) } == .noSuchClient(other.client.id))
        #expect(
            try await fault { _ = try await style(of: "unknown", in: fixture) } == .noSuchClient("unknown"))
    }

    @Test func `a style sheet with other rules, and another file than PNG or JPEG, change nothing`() async throws {
        let fixture = try await fixture()
        let before = try await set(nil, image: Images.jpeg, in: fixture)
        for css in ["body{color:red}", "</style>", "@import 'a';", ".label-customizable{color:url(x)}"] {
            #expect(try await fault { try await set(nil, css: css, in: fixture) }?.code == .invalidParameter)
        }
        for image in [Images.svg, Images.ico, Images.webp, Data("GIF89a".utf8)] {
            #expect(try await fault { try await set(nil, image: image, in: fixture) }?.code == .invalidParameter)
        }
        let large = Images.png + Data(repeating: 0, count: 102_400)
        #expect(try await fault { try await set(nil, image: large, in: fixture) }?.code == .invalidParameter)
        #expect(try await style(of: nil, in: fixture) == before)
    }
}
