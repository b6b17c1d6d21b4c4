// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import Testing

@testable import AWSAPIPlugin

/// The owners in the documents of a synchronization.
@Suite struct OwnerVariableTests {
    private static var claims: IdentityClaimsDictionary {
        [
            "username": "ada" as AnyObject, "sub": "1-2" as AnyObject, "cognito:groups": ["Readers"] as AnyObject,
            "https://example.org/groups": #"["Admins","Editors"]"# as AnyObject, "team": "Blue" as AnyObject,
        ]
    }

    private static func schema(_ rules: [AuthRule], fields: [ModelField] = []) -> ModelSchema {
        let all = [ModelField(name: "id", type: .string, isRequired: true)] + fields
        return ModelSchema(
            name: "Secret", authRules: rules, attributes: [.primaryKey(fields: ["id"])],
            fields: Dictionary(all.map { ($0.name, $0) }) { first, _ in first }, primaryKeyFieldKeys: ["id"])
    }

    private static func subscription(
        _ rules: [AuthRule], fields: [ModelField] = [], claims: IdentityClaimsDictionary? = claims,
        _ mode: AWSAuthorizationType? = nil
    ) -> GraphQLRequest<MutationSyncResult> {
        let schema = schema(rules, fields: fields)
        return if let claims {
            .subscription(to: schema, subscriptionType: .onUpdate, claims: claims, authType: mode)
        } else {
            .subscription(to: schema, subscriptionType: .onUpdate, authType: mode)
        }
    }

    private static func owners(
        _ rules: [AuthRule], fields: [ModelField] = [], claims: IdentityClaimsDictionary? = claims,
        _ mode: AWSAuthorizationType? = nil
    ) -> [String: String]? {
        subscription(rules, fields: fields, claims: claims, mode).variables as? [String: String]
    }

    @Test func `a subscription to an owner's records names the owner`() {
        let request = Self.subscription([AuthRule(allow: .owner)])
        #expect(
            request.document
                == "subscription OnUpdateSecret($owner: String!) { onUpdateSecret(owner: $owner) "
                + "{ id __typename _version _deleted _lastChangedAt owner } }")
        #expect(request.variables as? [String: String] == ["owner": "ada"])
    }

    @Test(
        arguments: [
            (nil, "ada"), ("username", "ada"), ("cognito:username", "ada"), ("sub", "1-2"), ("team", "Blue"),
        ] as [(String?, String)])
    func `the owner is the claim that the rule names`(claim: String?, owner: String) {
        #expect(Self.owners([AuthRule(allow: .owner, identityClaim: claim)]) == ["owner": owner])
    }

    @Test(arguments: ["sub::username", "email", "cognito:groups"])
    func `a claim that is missing or not a text leaves the owner out`(claim: String) {
        let request = Self.subscription([AuthRule(allow: .owner, identityClaim: claim)])
        #expect(request.variables == nil && request.document.contains("OnUpdateSecret { onUpdateSecret {"))
    }

    @Test func `a signed-out user has the empty text as owner`() {
        #expect(Self.owners([AuthRule(allow: .owner, identityClaim: "sub::username")], claims: nil) == ["owner": ""])
        #expect(Self.owners([AuthRule(allow: .public)], claims: nil) == nil)
    }

    @Test func `rules that do not allow reading have no owner`() {
        #expect(Self.owners([AuthRule(allow: .owner, operations: [.create, .update, .delete])]) == nil)
        #expect(Self.owners([AuthRule(allow: .owner, operations: [.read])]) == ["owner": "ada"])
    }

    @Test func `each owner field of one owner is named, and a list of owners is not`() {
        let rules = [
            AuthRule(allow: .owner, ownerField: "author", identityClaim: "sub"),
            AuthRule(allow: .owner, ownerField: "editors"), AuthRule(allow: .owner, ownerField: "readers"),
        ]
        let fields = [
            ModelField(name: "author", type: .string), ModelField(name: "editors", type: .string, isArray: true),
            ModelField(name: "readers", type: .embeddedCollection(of: String.self)),
        ]
        #expect(Self.owners(rules, fields: fields) == ["author": "1-2"])
    }

    @Test(arguments: [
        (AuthRule(allow: .groups, groups: ["Readers"]), true),
        (AuthRule(allow: .groups, groups: ["Admins", "Readers"]), true),
        (AuthRule(allow: .groups, groups: ["Admins"]), false), (AuthRule(allow: .groups, groupsField: "groups"), false),
        (AuthRule(allow: .groups, groups: ["Readers"], operations: [.update]), false),
        (AuthRule(allow: .groups, groupClaim: "https://example.org/groups", groups: ["Editors"]), true),
        (AuthRule(allow: .groups, groupClaim: "team", groups: ["Blue"]), true),
        (AuthRule(allow: .groups, groupClaim: "teams", groups: ["Blue"]), false),
    ])
    func `a member of a group that reads all records names no owner`(group: AuthRule, isMember: Bool) {
        #expect(Self.owners([AuthRule(allow: .owner), group]) == (isMember ? nil : ["owner": "ada"]))
    }

    @Test func `rules of other providers do not count, and rules without a provider count in each mode`() {
        let rules = [
            AuthRule(allow: .owner, ownerField: "author", provider: .oidc),
            AuthRule(allow: .owner, ownerField: "keeper", provider: .userPools),
            AuthRule(allow: .owner, ownerField: "maker"),
        ]
        #expect(Self.owners(rules, .openIDConnect) == ["author": "ada", "maker": "ada"])
        #expect(Self.owners(rules, .amazonCognitoUserPools) == ["keeper": "ada", "maker": "ada"])
        #expect(Self.owners(rules, .apiKey) == ["maker": "ada"])
        #expect(Self.owners(rules) == ["author": "ada", "keeper": "ada", "maker": "ada"])
        let group = AuthRule(allow: .groups, groups: ["Readers"], provider: .userPools)
        #expect(Self.owners([AuthRule(allow: .owner), group], .openIDConnect) == ["owner": "ada"])
        #expect(Self.owners([AuthRule(allow: .owner), group], .amazonCognitoUserPools) == nil)
    }

    @Test func `every document has the owner field once, and only documents of a synchronization`() {
        let schema = Self.schema(
            [AuthRule(allow: .owner), AuthRule(allow: .owner, ownerField: "author"), AuthRule(allow: .owner)],
            fields: [ModelField(name: "author", type: .string)])
        let version = "_version _deleted _lastChangedAt"
        let fields = "{ id author __typename \(version) owner }"
        let model = Cover(id: "c", url: "u")
        #expect(
            GraphQLRequest<SyncQueryResult>.syncQuery(modelSchema: schema).document.contains("items \(fields)"))
        #expect(
            GraphQLRequest<MutationSyncResult>.createMutation(of: model, modelSchema: schema).document
                .contains("(input: $input) \(fields)"))
        #expect(
            GraphQLRequest<Cover>.create(model, modelSchema: schema).document
                .contains("(input: $input) { id author __typename }"))
    }

    @Test func `the claims of a token from the service are read`() throws {
        let token =
            "e30."
            + Data(#"{"username":"ada","cognito:groups":["Readers","Others"]}"#.utf8)
            .base64EncodedString().replacing("=", with: "") + ".c2ln"
        let claims = try AWSAuthService().getTokenClaims(tokenString: token).get()
        #expect(Self.owners([AuthRule(allow: .owner)], claims: claims) == ["owner": "ada"])
        let group = AuthRule(allow: .groups, groups: ["Others"])
        #expect(Self.owners([AuthRule(allow: .owner), group], claims: claims) == nil)
    }
}
