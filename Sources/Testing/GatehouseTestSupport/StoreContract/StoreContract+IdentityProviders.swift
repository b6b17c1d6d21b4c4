// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Identity providers of user pools, their keys for SAML, and the identities of users.
    package static let identityProviders: [StoreContractRule] = [
        StoreContractRule("a provider comes back as it was written, by its name and by each identifier") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let saml = provider("corp", issuer: "https://idp", identifiers: ["b.example", "a.example"])
                let oidc = provider("other", kind: .oidc, mapping: ["email": "mail"], levels: ["Level1": "urn:1"])
                for provider in [saml, oidc] { try store.insert(provider) }
                #expect(try store.identityProvider("corp", inPool: "p") == saml)
                #expect(try store.identityProvider("other", inPool: "p") == oidc)
                #expect(try store.identityProvider("corp", inPool: "q") == nil)
                #expect(try store.identityProvider(identifiedBy: "a.example", inPool: "p") == saml)
                #expect(try store.identityProvider(identifiedBy: "a.example", inPool: "q") == nil)
                #expect(try store.identityProvider(identifiedBy: "corp", inPool: "p") == nil)
                #expect(try store.identityProvider("a\0", inPool: "p") == nil)
                #expect(try store.identityProvider(identifiedBy: "a\0", inPool: "p") == nil)
                #expect(try store.identityProviders(inPool: "p", after: "corp", limit: 1) == [oidc])
                #expect(try store.hasIdentityProviders(2, inPool: "p") && !store.hasIdentityProviders(3, inPool: "p"))
            }
        },
        StoreContractRule("a name and an identifier belong to one provider of a pool") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(provider("corp", identifiers: ["a.example"]))
                #expect(throws: StoreConflict.taken("corp")) { try store.insert(provider("corp")) }
                #expect(throws: StoreConflict.taken("a.example")) {
                    try store.insert(provider("other", identifiers: ["b.example", "a.example"]))
                }
                #expect(try store.identityProvider("other", inPool: "p") == nil)
                try store.insert(provider("other", identifiers: ["b.example"]))
                #expect(throws: StoreConflict.taken("a.example")) {
                    try store.update(provider("other", identifiers: ["a.example"]))
                }
                try store.insert(provider("corp", inPool: "q", identifiers: ["a.example"]))
                let changed = provider("corp", identifiers: ["c.example"], sealed: [8])
                try store.update(changed)
                #expect(try store.identityProvider(identifiedBy: "c.example", inPool: "p") == changed)
                #expect(try store.identityProvider(identifiedBy: "a.example", inPool: "p") == nil)
                try store.deleteIdentityProvider("corp", inPool: "p")
                #expect(try store.identityProvider("corp", inPool: "p") == nil)
                #expect(try store.identityProvider(identifiedBy: "c.example", inPool: "p") == nil)
                #expect(try store.identityProvider("corp", inPool: "q") != nil)
            }
        },
        StoreContractRule("a pool has one key for each use of SAML") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for use in [SAMLKeyRecord.Use.signing, .encryption] {
                    #expect(try store.samlKey(use, ofPool: "p") == nil)
                    try store.insert(samlKey("k \(use.rawValue)", use))
                    #expect(throws: StoreConflict.taken("second")) { try store.insert(samlKey("second", use)) }
                    #expect(try store.samlKey(use, ofPool: "p") == samlKey("k \(use.rawValue)", use))
                    #expect(try store.samlKey(use, ofPool: "q") == nil)
                }
            }
        },
        StoreContractRule("an identity is found by its exact provider, attribute and value") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                // The user names that could be made of them are all the same.
                let parts = [("a", "b_c"), ("a_b", "c"), ("A", "b_c"), ("a", "B_C")]
                for (number, part) in parts.enumerated() {
                    try store.insert(identity(part.0, part.1, of: "s\(number)"))
                }
                for (number, part) in parts.enumerated() {
                    let key = identity(part.0, part.1, of: "").key
                    #expect(try store.federatedIdentity(key) == identity(part.0, part.1, of: "s\(number)"))
                }
                #expect(throws: StoreConflict.taken("b_c")) { try store.insert(identity("a", "b_c", of: "s9")) }
                #expect(try store.federatedIdentity(identity("a", "b_c", of: "", inPool: "q").key) == nil)
                #expect(try store.federatedIdentity(identity("a", "b_c", of: "", by: "email").key) == nil)
                #expect(try store.federatedIdentity(identity("a", "b\0", of: "").key) == nil)
            }
        },
        StoreContractRule("a user's identities come in order, change, and go") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let late = identity("b", "1", of: "s", at: moment(2))
                let early = identity("c", "2", of: "s", by: "email", at: moment(1))
                for identity in [late, early, identity("c", "3", of: "t")] { try store.insert(identity) }
                #expect(try store.federatedIdentities(ofUser: "s", inPool: "p") == [early, late])
                var disabled = late
                disabled.isDisabled = true
                try store.update(disabled)
                #expect(try store.federatedIdentity(late.key) == disabled)
                try store.deleteFederatedIdentity(early.key)
                #expect(try store.federatedIdentities(ofUser: "s", inPool: "p") == [disabled])
            }
        },
        StoreContractRule("providers, keys and identities go with their pool, and identities with their user") {
            database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try removeOwner(from: store) {
                    try store.insert(provider("corp", identifiers: ["a.example"]))
                    try store.insert(samlKey("k", .signing))
                    try store.insert(identity("corp", "1", of: "s"))
                } then: { () throws in
                    #expect(try store.federatedIdentity(identity("corp", "1", of: "s").key) == nil)
                }
                #expect(try !store.hasIdentityProviders(1, inPool: "p"))
                #expect(try store.identityProvider(identifiedBy: "a.example", inPool: "p") == nil)
                #expect(try store.samlKey(.signing, ofPool: "p") == nil)
                try store.insert(provider("corp", identifiers: ["a.example"]))
            }
        },
    ]

    private static func provider(
        _ name: String, inPool poolID: String = "p", kind: IdentityProviderKind = .saml,
        mapping: [String: String] = [:], issuer: String? = nil, identifiers: [String] = [],
        levels: [String: String]? = nil, sealed: [UInt8] = [7]
    ) -> IdentityProviderRecord {
        IdentityProviderRecord(
            poolID: poolID, name: name, kind: kind, attributeMapping: mapping, identifiers: identifiers,
            levelMapping: levels, issuer: issuer, sealedDetails: sealed, createdAt: moment(), modifiedAt: moment(1))
    }

    private static func samlKey(_ id: String, _ use: SAMLKeyRecord.Use) -> SAMLKeyRecord {
        SAMLKeyRecord(
            id: id, poolID: "p", use: use, sealedPrivateKey: [9], certificate: "MIIC", createdAt: moment())
    }

    private static func identity(
        _ provider: String, _ value: String, of sub: String, inPool poolID: String = "p",
        by attribute: String = IdentityProviderKind.subjectAttribute, at date: Date = moment()
    ) -> FederatedIdentityRecord {
        FederatedIdentityRecord(
            key: FederatedIdentityRecord.Key(poolID: poolID, provider: provider, attribute: attribute, value: value),
            sub: sub, kind: .oidc, issuer: nil, isPrimary: true, createdAt: date)
    }
}
