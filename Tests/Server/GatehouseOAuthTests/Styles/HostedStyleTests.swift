// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehousePages
import GatehouseServer
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseOAuth

@Suite("The style of a client's pages")
struct HostedStyleTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    private static let css = ".label-customizable {font-weight: 400;}"
    private static let settings: WireValue = [
        "components": ["primaryButton": ["lightMode": ["defaults": ["backgroundColor": "0972d3ff"]]]]
    ]

    /// A pool whose domain has both looks' styles, and shows one of them.
    private func fixture(look: Int) async throws -> PoolFixture {
        let fixture = try await PoolFixture.make()
        let service = fixture.administrator
        _ = try await service.createUserPoolDomain(
            CreateUserPoolDomainRequest(domain: "shop", userPoolId: fixture.poolID, managedLoginVersion: look))
        _ = try await service.setUICustomization(
            SetUICustomizationRequest(
                userPoolId: fixture.poolID, clientId: "ALL", css: Self.css, imageFile: Self.png))
        let dark = Self.png + Data([4])
        _ = try await service.createManagedLoginBranding(
            CreateManagedLoginBrandingRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, settings: Self.settings,
                assets: [
                    AssetType(category: .formLogo, colorMode: .light, extension: .png, bytes: Self.png),
                    AssetType(category: .formLogo, colorMode: .dark, extension: .png, bytes: dark),
                    AssetType(category: .pageBackground, colorMode: .dynamic, extension: .png, bytes: dark),
                ]))
        _ = try await service.createTerms(
            CreateTermsRequest(
                userPoolId: fixture.poolID, clientId: fixture.client.id, termsName: "privacy-policy",
                termsSource: .link, enforcement: .none,
                links: ["cognito:default": "https://a.example/en", "cognito:german": "https://a.example/de"]))
        return fixture
    }

    private func style(of client: String, in fixture: PoolFixture) async throws -> (PageBranding, sheet: String) {
        let pools = fixture.gatehouse.installation.userPools
        let (style, domain) = try await pools.records.read { store in
            let record = try #require(try store.domain("shop"))
            let pool = try #require(try store.userPool(fixture.poolID))
            let place = DomainPlace.path(try #require(HostName("shop")))
            return (
                try store.style(ofClient: client, at: record),
                HostedDomain(record, of: pool, at: place, in: pools.deployment)
            )
        }
        return (
            style.branding(for: client, at: domain, in: .german, on: pools.deployment),
            style.styleSheet(on: pools.deployment)
        )
    }

    @Test("has the classes and the logo of the classic look, for every client without one of its own")
    func classic() async throws {
        let fixture = try await fixture(look: 1)
        let (branding, sheet) = try await style(of: fixture.client.id, in: fixture)
        #expect(sheet == Self.css)
        #expect(branding.logo?.hasPrefix("http://localhost:9229/\(fixture.poolID)/images/") == true)
        #expect(branding.darkLogo == nil && branding.icon == nil)
        #expect(branding.documents.map(\.address) == ["https://a.example/de"])
        let other = try await style(of: "another", in: fixture)
        #expect(other.sheet == Self.css && other.0.logo == branding.logo && other.0.documents.isEmpty)
    }

    @Test("has the colours and the images of managed login for the client that they are for")
    func managed() async throws {
        let fixture = try await fixture(look: 2)
        let (branding, sheet) = try await style(of: fixture.client.id, in: fixture)
        #expect(sheet.contains("--primary:#0972d3ff") && !sheet.contains(Self.css))
        let dark = try #require(branding.darkLogo)
        #expect(branding.logo != dark && sheet.contains("url(\"\(dark)\")"))
        #expect(
            branding.styleSheet
                == BrandingStyleSheet.address(of: sheet, for: fixture.client.id, at: "/domains/shop"))
        let other = try await style(of: "another", in: fixture)
        #expect(other.sheet == "" && other.0 == PageBranding())
    }

    @Test("is a file that a browser keeps as long as its text does not change")
    func file() async throws {
        let hosted = HostedFixture(fixture: try await fixture(look: 2))
        let (_, sheet) = try await style(of: hosted.fixture.client.id, in: hosted.fixture)
        let query = "client_id=\(hosted.fixture.client.id)&v="
        let current = await hosted.get(BrandingStyleSheet.path, query + PageFile.hash(of: sheet))
        #expect(current.status == 200 && current.body == Data(sheet.utf8))
        #expect(current.header("Content-Type") == "text/css; charset=utf-8")
        #expect(current.header("Cache-Control") == "public, max-age=31536000, immutable")
        let former = await hosted.get(BrandingStyleSheet.path, query + "0")
        #expect(former.body == current.body && former.header("Cache-Control") == "no-cache")
        let unknown = await hosted.get(BrandingStyleSheet.path, "client_id=%00%22")
        #expect(unknown.status == 200 && unknown.body.isEmpty)
    }
}
