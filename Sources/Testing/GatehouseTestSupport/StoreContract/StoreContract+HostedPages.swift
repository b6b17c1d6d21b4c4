// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import GatehouseWire
import Testing

extension StoreContract {
    /// Resource servers, domains, styles and images.
    package static let hostedPages: [StoreContractRule] = [
        StoreContractRule("a pool has one resource server for each identifier") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let (first, second) = (server("a", scopes: ["read"]), server("https://b.c/d", scopes: []))
                for server in [first, second] { try store.insert(server, server.identifier ?? "", inPool: "p") }
                #expect(throws: StoreConflict.taken("a")) { try store.insert(second, "a", inPool: "p") }
                #expect(try store.resourceServer("a", inPool: "p") == first)
                #expect(try store.resourceServer("a", inPool: "q") == nil)
                #expect(try store.resourceServers(inPool: "p", after: nil, limit: 9) == [first, second])
                #expect(try store.resourceServers(inPool: "p", after: "a", limit: 1) == [second])
                #expect(try store.hasResourceServers(2, inPool: "p") && !store.hasResourceServers(3, inPool: "p"))
                #expect(try store.hasCustomScope("a/read", inPool: "p"))
                for scope in ["a/write", "a", "a/", "/read", "https://b.c/d/read", "b/read"] {
                    #expect(try !store.hasCustomScope(scope, inPool: "p"))
                }
                let changed = server("https://b.c/d", scopes: ["read"])
                try store.update(changed, "https://b.c/d", inPool: "p")
                #expect(try store.resourceServer("https://b.c/d", inPool: "p") == changed)
                #expect(try store.hasCustomScope("https://b.c/d/read", inPool: "p"))
                #expect(throws: StorageError.missingRow("resource_servers")) {
                    try store.update(changed, "c", inPool: "p")
                }
                try store.deleteResourceServer("a", inPool: "p")
                #expect(try store.resourceServer("a", inPool: "p") == nil)
                #expect(try !store.hasCustomScope("a/read", inPool: "p"))
            }
        },
        StoreContractRule("a name belongs to one pool, and a pool has one domain of each kind") { database in
            let store = try await userPools(in: database)
            let (prefix, custom) = (domain("shop", of: "p"), domain("auth.b.c", of: "p", certificate: "arn:1"))
            try await store.write { store in
                try store.insert(prefix)
                try store.insert(custom)
                #expect(throws: StoreConflict.taken("shop")) { try store.insert(domain("shop", of: "q")) }
                #expect(throws: StoreConflict.taken("other")) { try store.insert(domain("other", of: "p")) }
                #expect(try store.domain("shop") == prefix)
            }
            #expect(try await store.read { try $0.domain("auth.b.c") } == custom)
            #expect(try await store.read { try $0.domainNames(after: nil, limit: 9) } == ["auth.b.c", "shop"])
            #expect(try await store.read { try $0.domainNames(after: nil, limit: 1) } == ["auth.b.c"])
            #expect(try await store.read { try $0.domainNames(after: "auth.b.c", limit: 9) } == ["shop"])
            for name in ["other", "Shop", "", "shop\u{0}", "shöp", String(repeating: "a", count: 64)] {
                #expect(try await store.read { try $0.domain(name) } == nil)
            }
            var changed = custom
            changed.customDomain = CustomDomainConfigType(certificateArn: "arn:2", securityPolicy: .tlsV1_2_2021)
            changed.managedLoginVersion = 2
            changed.modifiedAt = moment(9)
            try await store.write { [changed] store in try store.update(changed) }
            #expect(try await store.read { try $0.domain("auth.b.c") } == changed)
            // The name is free at once, also for the same time of creation.
            let next = domain("shop", of: "q")
            try await store.write { store in
                try store.deleteDomain("shop")
                try store.insert(next)
            }
            #expect(try await store.read { try $0.domain("shop") } == next)
        },
        StoreContractRule("a client has one style of managed login, with its images") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let (red, blue) = (image("red"), image("blue"))
                var style = branding("1", ofClient: "c", images: [red, blue])
                try store.insert(style, images: [red, blue])
                #expect(throws: StoreConflict.taken("c")) {
                    try store.insert(branding("2", ofClient: "c", images: []), images: [])
                }
                let plain = branding("3", ofClient: "d", images: [red])
                try store.insert(plain, images: [red])
                #expect(try store.branding("1", inPool: "p") == style)
                #expect(try store.branding("1", inPool: "q") == nil)
                #expect(try store.branding(ofClient: "d", inPool: "p") == plain)
                #expect(try store.branding(ofClient: "e", inPool: "p") == nil)
                #expect(try store.hasBrandings(2, inPool: "p") && !store.hasBrandings(3, inPool: "p"))
                #expect(try store.pageImage(blue.id, inPool: "p") == blue)
                #expect(try store.pageImage(blue.id, inPool: "q") == nil)
                style.assets.removeAll()
                style.settings = ["a": ["b": 1.5, "c": [true, nil, "ü"]]]
                style.modifiedAt = moment(5)
                try store.update(style, images: [])
                #expect(try store.branding("1", inPool: "p") == style)
                // The other client's style uses one of the images.
                #expect(try store.pageImage(blue.id, inPool: "p") == nil)
                #expect(try store.pageImage(red.id, inPool: "p") == red)
                try store.deleteBranding(plain)
                #expect(try store.branding("3", inPool: "p") == nil)
                #expect(try store.pageImage(red.id, inPool: "p") == nil)
            }
        },
        StoreContractRule("a style of the classic pages is that of a client or of all") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let logo = image("logo")
                let all = style(ofClient: nil, css: ".a{}", image: logo)
                try store.put(all, image: logo)
                try store.put(style(ofClient: "c", css: "x", image: logo), image: logo)
                let own = style(ofClient: "c", css: nil, image: nil)
                try store.put(own, image: nil)
                #expect(try store.customization(ofPool: "p", client: nil) == all)
                #expect(try store.customization(ofPool: "p", client: "c") == own)
                #expect(try store.customization(ofPool: "q", client: nil) == nil)
                #expect(try store.pageImage(logo.id, inPool: "p") == logo)
                try store.deleteCustomization(ofPool: "p", client: nil)
                #expect(try store.customization(ofPool: "p", client: nil) == nil)
                #expect(try store.pageImage(logo.id, inPool: "p") == nil)
                #expect(try store.customization(ofPool: "p", client: "c") == own)
            }
        },
        StoreContractRule("styles go with their client, and everything with the pool") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertFixture("p", store)
                let (red, logo) = (image("red"), image("logo"))
                for client in ["client of p", "d"] {
                    try store.insert(branding("of \(client)", ofClient: client, images: [red]), images: [red])
                }
                try store.put(style(ofClient: "client of p", css: "x", image: logo), image: logo)
                try store.insert(server("a", scopes: ["read"]), "a", inPool: "p")
                try store.insert(domain("shop", of: "p"))
                try store.deleteAppClient("client of p")
                #expect(try store.branding("of client of p", inPool: "p") == nil)
                #expect(try store.customization(ofPool: "p", client: "client of p") == nil)
                #expect(try store.pageImage(logo.id, inPool: "p") == nil)
                #expect(try store.pageImage(red.id, inPool: "p") == red)
                try store.deleteUserPool("p")
                #expect(try store.branding("of d", inPool: "p") == nil)
                #expect(try store.pageImage(red.id, inPool: "p") == nil)
                #expect(try store.domain("shop") == nil && !store.hasResourceServers(1, inPool: "p"))
            }
        },
    ]

    private static func server(_ identifier: String, scopes: [String]) -> ResourceServerType {
        ResourceServerType(
            userPoolId: "p", identifier: identifier, name: "API",
            scopes: scopes.map { ResourceServerScopeType(scopeName: $0, scopeDescription: "ü \($0)") })
    }

    private static func domain(
        _ name: String, of poolID: String, certificate: String? = nil
    ) -> UserPoolDomainRecord {
        UserPoolDomainRecord(
            name: name, poolID: poolID, customDomain: certificate.map { CustomDomainConfigType(certificateArn: $0) },
            managedLoginVersion: 1, createdAt: moment(), modifiedAt: moment(1))
    }

    private static func image(_ text: String) -> PageImage {
        PageImage(Data(text.utf8), type: .png)
    }

    private static func branding(_ id: String, ofClient clientID: String, images: [PageImage]) -> BrandingRecord {
        BrandingRecord(
            id: id, poolID: "p", clientID: clientID, usesProvidedValues: images.isEmpty, settings: nil,
            assets: images.enumerated().map { position, image in
                BrandingRecord.Asset(
                    AssetType(
                        category: .formLogo, colorMode: position == 0 ? .light : .dark, extension: .png,
                        resourceId: "logo"),
                    imageID: image.id, size: image.bytes.count)
            },
            createdAt: moment(), modifiedAt: moment(1))
    }

    private static func style(ofClient clientID: String?, css: String?, image: PageImage?) -> UICustomizationRecord {
        UICustomizationRecord(
            poolID: "p", clientID: clientID, css: css, imageID: image?.id, createdAt: moment(), modifiedAt: moment(1))
    }
}
