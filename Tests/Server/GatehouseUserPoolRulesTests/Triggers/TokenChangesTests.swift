// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

/// The changes of the PreTokenGeneration trigger between an authorization code and its tokens.
@Suite struct TokenChangesTests {
    private static let full = PreTokenGeneration(
        idToken: PreTokenGeneration.Claims(
            added: ["list": ["a", 1, true, nil, ["x": 2.5]], "text": "ü \"\u{1}"], suppressed: ["email", "a b"]),
        accessToken: PreTokenGeneration.Claims(added: ["aud": "c"], suppressed: []),
        addedScopes: ["b", "a"], suppressedScopes: ["openid"],
        groups: GroupClaims(names: ["g", "h"], roles: ["r"], preferredRole: "r"))

    @Test(arguments: [
        full, PreTokenGeneration(groups: GroupClaims(names: [], roles: [], preferredRole: nil)),
        PreTokenGeneration(addedScopes: ["a"]), PreTokenGeneration(suppressedScopes: ["a"]),
    ])
    func `changes come back from their document`(_ changes: PreTokenGeneration) throws {
        #expect(try PreTokenGeneration(document: #require(changes.document)) == changes)
    }

    @Test func `no changes need no document`() {
        #expect(PreTokenGeneration.nothing.document == nil)
    }

    @Test(arguments: ["", "{}", "[]", #"{"id":{"added":{},"suppressed":[]}}"#, #"{"id":1,"access":2}"#])
    func `other data holds no changes`(_ document: String) {
        #expect(PreTokenGeneration(document: document) == nil)
    }
}

/// The attributes that the scopes of a grant release.
@Suite struct ReleasedAttributeTests {
    private static let attributes = [
        "email", "email_verified", "phone_number", "phone_number_verified", "name", "address", "custom:tier",
    ]

    @Test(
        arguments: [
            (["openid"], attributes),
            (["openid", "aws.cognito.signin.user.admin", "orders/email"], attributes),
            (["openid", "email"], ["email", "email_verified"]),
            (["phone", "openid"], ["phone_number", "phone_number_verified"]),
            (["openid", "profile"], ["name", "address", "custom:tier"]),
            (["openid", "profile", "email", "phone"], attributes),
        ] as [([String], [String])])
    func `each scope releases its attributes, and openid alone all`(_ scopes: [String], _ expected: [String]) {
        let grant = TokenGrant(scopes: scopes)
        #expect(Self.attributes.filter(grant.releases) == expected)
    }
}
