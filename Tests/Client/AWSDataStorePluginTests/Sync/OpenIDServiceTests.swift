// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Users of an OpenID Connect provider and of the user pool, whose requests the real server answers.
@Suite(.hangLimit) struct OpenIDServiceTests {
    /// The user has no token of the provider.
    private struct NoToken: Error {}

    /// Rules, and the modes that work with them.
    struct Row: Sendable, CustomTestStringConvertible {
        /// The rules as a schema has them.
        let text: String
        let rules: AuthRules
        /// The word of the mode for each user; none for a user who has to sign in.
        let modes: [SignInCase: String]

        var testDescription: String { text }

        /// The app's model with the rules.
        var schema: ModelSchema {
            let model = PublicRecord.schema
            return ModelSchema(
                name: model.name, listPluralName: model.listPluralName, syncPluralName: model.syncPluralName,
                authRules: rules, attributes: model.attributes, fields: model.fields, primaryKeyFieldKeys: ["id"])
        }

        private static let owner = AuthRule(
            allow: .owner, ownerField: "owner", identityClaim: "sub", provider: .oidc)

        static let all = [
            Row(
                text: #"{ allow: owner, provider: oidc, identityClaim: "sub" }"#, rules: [owner],
                modes: [.openID: "oidc", .both: "oidc"]),
            Row(
                text: #"{ allow: owner }, { allow: owner, provider: oidc, identityClaim: "sub" }"#,
                rules: [AuthRule(allow: .owner), owner], modes: [.userPool: "pool", .openID: "oidc", .both: "pool"]),
            Row(
                text: #"{ allow: groups, groups: ["Admin"], provider: oidc }"#,
                rules: [AuthRule(allow: .groups, groups: ["Admin"], provider: .oidc)],
                modes: [.openID: "oidc", .both: "oidc"]),
            Row(
                text: "{ allow: private, provider: oidc }, { allow: public }",
                rules: [AuthRule(allow: .private, provider: .oidc), AuthRule(allow: .public)],
                modes: [.userPool: "key", .openID: "oidc", .both: "oidc", .nobody: "key"]),
            // The provider's user is not a member of the group, so that the service refuses the mode.
            Row(
                text: #"{ allow: groups, groups: ["Staff"], provider: oidc }, { allow: public }"#,
                rules: [AuthRule(allow: .groups, groups: ["Staff"], provider: .oidc), AuthRule(allow: .public)],
                modes: [.userPool: "key", .openID: "key", .both: "key", .nobody: "key"]),
        ]
    }

    private static let issuer = "https://login.example.com"

    /// A server that knows a provider, with an API.
    private func serve(_ schema: String) async throws -> (gatehouse: TestGatehouse, provider: TestOpenIDProvider) {
        let provider = try TestOpenIDProvider(Self.issuer)
        let gatehouse = try await TestGatehouse(fetch: provider)
        try await gatehouse.serve(schema: schema, conflicts: .automerge, issuers: [Self.issuer])
        return (gatehouse, provider)
    }

    /// A device whose app has the provider, with a user of the provider or without.
    private func device(
        _ name: String, of subject: String?, on gatehouse: TestGatehouse, _ provider: TestOpenIDProvider,
        _ models: any Model.Type...
    ) async throws -> TestDevice {
        try await gatehouse.device(
            name, models: models, configuration: .custom(authModeStrategy: .multiAuth),
            openIDToken: {
                guard let subject else { throw NoToken() }
                return try provider.token(
                    for: "app", as: subject, at: gatehouse.clock.now,
                    claims: ["cognito:groups": .array([.string("Admin")])])
            })
    }

    @Test(arguments: Row.all)
    func `the first mode works that the user and the service have`(row: Row) async throws {
        ModelRegistry.register(modelType: PublicRecord.self)
        let (gatehouse, provider) = try await serve(
            "type PublicRecord @model @auth(rules: [\(row.text)]) { id: ID! content: String }")
        try await gatehouse.makeUser("ada")
        for signIn in SignInCase.allCases {
            let hasToken = signIn == .openID || signIn == .both
            let device = try await device(
                "\(signIn)", of: hasToken ? "ada" : nil, on: gatehouse, provider, PublicRecord.self)
            if signIn == .userPool || signIn == .both { try await device.signIn("ada") }
            let expected = row.modes[signIn, default: "signedOut"]
            #expect(await created(row.schema, on: device) == expected, "create, \(signIn)")
            #expect(await synced(row.schema, on: device) == expected, "sync, \(signIn)")
        }
    }

    private func remote(_ device: TestDevice) -> RemoteModels {
        RemoteModels(
            api: device.api, strategy: .multiAuth, session: device.dataStore.parts.session(nil), clock: .system,
            entropy: .seeded(1))
    }

    /// Creates a record: the word of the mode that has worked, or of the failure.
    private func created(_ schema: ModelSchema, on device: TestDevice) async -> String {
        let remote = remote(device)
        let record = PublicRecord(id: UUID().uuidString, content: "text")
        let event = MutationEvent(modelId: record.id, modelName: schema.name, json: "{}", mutationType: .create)
        do throws(RemoteFailure) {
            _ = try await remote.mutate(OutboxEntry(event: event), record: record, schema: schema, version: nil)
        } catch {
            return "\(FailureKind(error))"
        }
        let caller = await remote.session.caller()
        return Self.word(remote.memory.mode(.mutation(.create), schema.name, for: caller))
    }

    /// Reads a page: the word of the mode that has worked, or of the failure.
    private func synced(_ schema: ModelSchema, on device: TestDevice) async -> String {
        do throws(RemoteFailure) {
            let page = try await remote(device).page(
                schema, where: nil, limit: 10, nextToken: nil, lastSync: nil, mode: nil)
            return Self.word(page.mode.choice)
        } catch {
            return "\(FailureKind(error))"
        }
    }

    private static func word(_ choice: AmplifyAuthorizationType?) -> String {
        switch choice?.awsAuthType {
        case .amazonCognitoUserPools: "pool"
        case .openIDConnect: "oidc"
        case .apiKey: "key"
        case .some(let mode): mode.rawValue
        case nil: "no mode"
        }
    }

    @Test func `devices of the provider's users have the records of their users`() async throws {
        let (gatehouse, provider) = try await serve(
            #"""
            type IssuerOwnerRecord @model @auth(rules: [{ allow: owner, provider: oidc, identityClaim: "sub" }]) {
              id: ID!
              content: String
            }
            """#)
        let phone = try await device("phone", of: "ada", on: gatehouse, provider, IssuerOwnerRecord.self)
        try await phone.waitForSync()
        _ = try await phone.dataStore.save(IssuerOwnerRecord(content: "of Ada"))
        try await phone.waitForSync()
        let expected: [(user: String, texts: [String])] = [("ada", ["of Ada"]), ("eve", [])]
        for (user, texts) in expected {
            let tablet = try await device(
                "tablet of \(user)", of: user, on: gatehouse, provider, IssuerOwnerRecord.self)
            try await tablet.waitForSync()
            #expect(try await tablet.dataStore.query(IssuerOwnerRecord.self).compactMap(\.content) == texts)
        }
    }
}
