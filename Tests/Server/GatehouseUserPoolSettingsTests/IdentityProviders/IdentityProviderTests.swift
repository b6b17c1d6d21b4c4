// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPools

@Suite struct IdentityProviderTests {
    @Test func `a provider is found by its name, by its identifier and in the list`() async throws {
        let fixture = try await PoolFixture.make()
        let made = try await fixture.createProvider(
            mapping: ["email": "email"], identifiers: ["a.example", "b.example"])
        #expect(made.userPoolId == fixture.poolID && made.providerName == "Google" && made.providerType == .google)
        #expect(made.idpIdentifiers == ["a.example", "b.example"])
        #expect(made.creationDate == fixture.gatehouse.clock.now && made.lastModifiedDate == made.creationDate)
        #expect(try await fixture.provider() == made)
        let found = try await fixture.administrator.getIdentityProviderByIdentifier(
            GetIdentityProviderByIdentifierRequest(userPoolId: fixture.poolID, idpIdentifier: "b.example"))
        #expect(found.identityProvider == made)
        let list = try await fixture.administrator.listIdentityProviders(
            ListIdentityProvidersRequest(userPoolId: fixture.poolID))
        #expect(list.providers.map(\.providerName) == ["Google"] && list.providers.first?.providerType == .google)
    }

    @Test func `providers come by page in the order of their names`() async throws {
        let fixture = try await PoolFixture.make()
        for name in ["corp-c", "corp-a", "corp-b"] {
            try await fixture.createProvider(name, .oidc, details: PoolFixture.openID)
        }
        var (names, token) = ([String?](), String?.none)
        repeat {
            let page = try await fixture.administrator.listIdentityProviders(
                ListIdentityProvidersRequest(userPoolId: fixture.poolID, maxResults: 2, nextToken: token))
            names += page.providers.map(\.providerName)
            token = page.nextToken
        } while token != nil
        #expect(names == ["corp-a", "corp-b", "corp-c"])
    }

    @Test func `a pool has one provider of each name, and each identifier once`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.createProvider(identifiers: ["a.example"])
        #expect(try await fault { try await fixture.createProvider() }?.code == .duplicateProvider)
        let taken = ServiceFault.takenIdentifier("a.example")
        func create(_ name: String, _ identifiers: [String]) async throws {
            try await fixture.createProvider(name, .oidc, details: PoolFixture.openID, identifiers: identifiers)
        }
        #expect(try await fault { try await create("corp", ["b.example", "a.example"]) } == taken)
        #expect(
            try await fault { try await create("corp", ["c", "d", "c"]) } == ServiceFault.takenIdentifier("c"))
        try await create("corp", ["b.example"])
        #expect(try await fault { try await fixture.updateProvider("corp", identifiers: ["a.example"]) } == taken)
        #expect(try await fixture.provider("corp").idpIdentifiers == ["b.example"])
        try await fixture.updateProvider(identifiers: [])
        try await fixture.updateProvider("corp", identifiers: ["a.example", "b.example"])
    }

    @Test func `only a provider of OpenID Connect has names for levels`() async throws {
        let fixture = try await PoolFixture.make()
        func create(_ name: String, _ type: IdentityProviderTypeType, _ details: [String: String]) async throws {
            _ = try await fixture.administrator.createIdentityProvider(
                CreateIdentityProviderRequest(
                    userPoolId: fixture.poolID, providerName: name, providerType: type, providerDetails: details,
                    acrMapping: ["Level3": "silver"]))
        }
        let refusal = ServiceFault.invalidParameter("AcrMapping is for identity providers of the type OIDC only.")
        #expect(try await fault { try await create("Google", .google, PoolFixture.social) } == refusal)
        try await create("corp", .oidc, PoolFixture.openID)
        #expect(try await fixture.provider("corp").acrMapping == ["Level3": "silver"])
        // Names of levels give access, so an update without them removes them.
        try await fixture.updateProvider("corp", identifiers: ["corp.example"])
        #expect(try await fixture.provider("corp").acrMapping == nil)
        try await fixture.createProvider()
        let update = try await fault {
            _ = try await fixture.administrator.updateIdentityProvider(
                UpdateIdentityProviderRequest(
                    userPoolId: fixture.poolID, providerName: "Google", acrMapping: ["Level3": "silver"]))
        }
        #expect(update == refusal)
    }

    @Test func `parallel calls create one provider`() async throws {
        let fixture = try await PoolFixture.make()
        let found = try await faults(8) { _ in try await fixture.createProvider() }
        #expect(found.filter { $0 == nil }.count == 1)
        #expect(found.compactMap { $0?.code }.allSatisfy { $0 == .duplicateProvider })
    }

    @Test(arguments: [
        ("NameOfGP", IdentityProviderTypeType.google), ("google", .google), ("Google", .facebook), ("Google", .saml),
        ("google", .oidc), ("FACEBOOK", .saml), ("Cognito", .oidc), ("COGNITO", .saml), ("OIDC", .signInWithApple),
    ])
    func `the names of social providers and of the pool itself belong to them`(
        _ name: String, _ type: IdentityProviderTypeType
    ) async throws {
        let fixture = try await PoolFixture.make()
        #expect(
            try await fault { try await fixture.createProvider(name, type) }
                == .invalidParameter("Provider \(name) cannot be of type \(type.rawValue)."))
    }

    @Test func `a member that an update omits stays`() async throws {
        let fixture = try await PoolFixture.make()
        var expected = try await fixture.createProvider(mapping: ["email": "email"], identifiers: ["a.example"])
        fixture.gatehouse.clock.advance(by: 60)
        expected.attributeMapping = ["name": "name", "username": "sub"]
        expected.lastModifiedDate = fixture.gatehouse.clock.now
        #expect(try await fixture.updateProvider(mapping: ["name": "name"]) == expected)
        #expect(try await fixture.provider() == expected)
        let details = PoolFixture.social.merging(["client_secret": "other"]) { $1 }
        expected.providerDetails?["client_secret"] = "other"
        #expect(try await fixture.updateProvider(details: details) == expected)
    }

    @Test func `providers of another pool are not found, and not changed`() async throws {
        let fixture = try await PoolFixture.make()
        let other = try await PoolFixture.make(on: fixture.gatehouse)
        let made = try await fixture.createProvider(identifiers: ["a.example"])
        let missing = ServiceFault.noSuchIdentityProvider("Google")
        #expect(try await fault { _ = try await other.provider() } == missing)
        #expect(try await fault { try await other.updateProvider(identifiers: []) } == missing)
        #expect(try await fault { try await other.deleteProvider() } == missing)
        let byIdentifier = try await fault {
            _ = try await other.administrator.getIdentityProviderByIdentifier(
                GetIdentityProviderByIdentifierRequest(userPoolId: other.poolID, idpIdentifier: "a.example"))
        }
        #expect(byIdentifier?.code == .resourceNotFound)
        try await other.createProvider(identifiers: ["a.example"])
        #expect(try await fixture.provider() == made)
        let nowhere = PoolFixture(gatehouse: fixture.gatehouse, poolID: "us-east-1_None00000", client: fixture.client)
        let noPool = ServiceFault.noSuchUserPool(nowhere.poolID)
        #expect(try await fault { _ = try await nowhere.provider() } == noPool)
        #expect(try await fault { try await nowhere.createProvider() } == noPool)
    }

    @Test func `the pool itself is no provider that can be changed`() async throws {
        let fixture = try await PoolFixture.make()
        for name in ["COGNITO", "Cognito"] {
            #expect(
                try await fault { try await fixture.updateProvider(name, mapping: [:]) }?.code
                    == .unsupportedIdentityProvider)
            #expect(try await fault { try await fixture.deleteProvider(name) }?.code == .unsupportedIdentityProvider)
            #expect(try await fault { _ = try await fixture.provider(name) }?.code == .resourceNotFound)
        }
    }

    @Test func `a pool has at most 300 providers`() async throws {
        let fixture = try await PoolFixture.make()
        try await fixture.administrator.pools.records.write { [poolID = fixture.poolID] store in
            for number in 0..<299 {
                try store.insert(
                    IdentityProviderRecord(
                        poolID: poolID, name: "corp-\(number)", kind: .oidc, attributeMapping: [:], identifiers: [],
                        levelMapping: nil, issuer: nil, sealedDetails: [1],
                        createdAt: Date(timeIntervalSince1970: 1), modifiedAt: Date(timeIntervalSince1970: 1)))
            }
        }
        try await fixture.createProvider()
        let refusal = try await fault { try await fixture.createProvider("corp", .oidc, details: PoolFixture.openID) }
        #expect(refusal?.code == .limitExceeded)
        try await fixture.deleteProvider("corp-7")
        try await fixture.createProvider("corp", .oidc, details: PoolFixture.openID)
    }
}
