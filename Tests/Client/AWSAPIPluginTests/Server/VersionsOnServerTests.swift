// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSAPIPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTestServer
import GatehouseWire
import Testing

/// Requests for records with their versions, answered by `gatehouse dev --schema` with conflict detection.
@Suite(.ownsAmplify) struct VersionsOnServerTests {
    /// The program of this build, beside the tests.
    private static let program = Bundle.main.bundleURL.appending(path: "gatehouse").path

    private static let schema =
        Blog.schema + "\ntype Secret @model @auth(rules: [{ allow: owner }]) { text: String! }"

    /// One server for all tests, since they run one after the other.
    private static let server = Task {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).graphql")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(schema.utf8).write(to: file)
        let server = try await GatehouseTestServer(program: program, schema: file)
        try await detectConflicts(of: server)
        return server
    }

    /// Turns on the conflict detection of the server's only API.
    private static func detectConflicts(of server: GatehouseTestServer) async throws {
        let apis = try await control(server, .get, "v1/apis", nil)
        let arn = try #require(apis["graphqlApis"]?.arrayValue?.first?["arn"]?.stringValue)
        let path = "v1/tags/" + arn.replacing(":", with: "%3A").replacing("/", with: "%2F")
        _ = try await control(server, .post, path, ["tags": ["gatehouse:conflict-handler": "OPTIMISTIC_CONCURRENCY"]])
    }

    private static func control(
        _ server: GatehouseTestServer, _ method: TransportRequest.Method, _ path: String, _ input: WireValue?
    ) async throws -> WireValue {
        let url = try #require(URL(string: "\(server.url.absoluteString)/\(path)"))
        let request = TransportRequest(method: method, url: url, body: input?.json() ?? Data())
        let signed = RequestSigner(service: "appsync", region: "us-east-1").sign(
            request,
            with: SigningCredentials(accessKeyID: "any", secretAccessKey: "any", sessionToken: nil), at: Date())
        let response = try await PlatformTransport.platform.send(signed)
        try #require(response.status == 200, "\(String(decoding: response.body, as: UTF8.self))")
        return try WireValue(json: response.body)
    }

    private func onServer(_ body: () async throws -> Void) async throws {
        let gatehouse = try await Self.server.value
        try Amplify.add(plugin: AWSAPIPlugin(modelRegistration: Models()))
        try Amplify.add(plugin: gatehouse.plugin(onDevice: UUID().uuidString))
        try await Amplify.configure(gatehouse.configuration())
        try await body()
    }

    private struct Models: AmplifyModelRegistration {
        let version = "1"

        func registerModels(registry: ModelRegistry.Type) {
            Blog.Models().registerModels(registry: registry)
            registry.register(modelType: Secret.self)
        }
    }

    struct Secret: Model {
        let id: String
        var text: String

        enum CodingKeys: String, ModelKey {
            case id, text
        }

        static let schema = defineSchema { model in
            model.authRules = [rule(allow: .owner, provider: .userPools)]
            model.attributes(.primaryKey(fields: [CodingKeys.id]))
            model.fields(
                .field(CodingKeys.id, is: .required, ofType: .string),
                .field(CodingKeys.text, is: .required, ofType: .string))
        }
    }

    /// Records of every kind of key and of relations in both generations of models.
    private static var records: [any Model] {
        let post = Post(id: "p", title: "One", status: .draft, places: [Place(city: "Rome", zip: nil)])
        let seat = Seat(hall: "h", row: 3, at: Temporal.DateTime(Date(timeIntervalSince1970: 1_767_225_600)))
        return [
            Cover(id: "c", url: "https://example.org/"), post, Comment(id: "m", content: "x", post: post),
            Item(code: "A", count: 1), seat, Guest(id: "g", name: "n", seat: seat),
            Counter(number: 7, kinds: [.draft, nil]), Everything(id: "e"),
        ]
    }

    private func sync(_ model: any Model.Type, since time: Int64? = nil) async throws -> SyncQueryResult {
        try await Amplify.API.query(
            request: GraphQLRequest<SyncQueryResult>.syncQuery(modelType: model, lastSync: time, authType: .apiKey)
        ).get()
    }

    private func send(_ request: GraphQLRequest<MutationSyncResult>) async throws -> MutationSyncMetadata {
        try await Amplify.API.mutate(request: request).get().syncMetadata
    }

    @Test func `records of every kind have versions from their creation to their removal`() async throws {
        try await onServer {
            for record in Self.records {
                let created = try await send(.createMutation(of: record, authType: .apiKey))
                #expect(created.version == 1 && !created.deleted && created.modelName == record.modelName)
                #expect(created.modelId == record.identifier)
                let updated = try await send(.updateMutation(of: record, version: 1, authType: .apiKey))
                #expect(updated.version == 2 && updated.lastChangedAt >= created.lastChangedAt)
                let page = try await sync(type(of: record))
                let found = page.items.first { $0.model.identifier == record.identifier }
                #expect(found?.syncMetadata.version == 2 && found?.model.modelName == record.modelName)
            }
            // Related records go after those that refer to them.
            for record in Self.records.reversed() {
                let start = try #require(try await sync(type(of: record)).startedAt)
                let removed = try await send(
                    .deleteMutation(of: record, modelSchema: record.schema, version: 2, authType: .apiKey))
                #expect(removed.version == 3 && removed.deleted)
                let tombstone = try await sync(type(of: record), since: start).items.first {
                    $0.model.identifier == record.identifier
                }
                #expect(tombstone?.syncMetadata.deleted == true)
            }
        }
    }

    @Test func `a change of an old version is refused, and the condition of a mutation counts`() async throws {
        try await onServer {
            let item = Item(code: "old", count: 1)
            _ = try await send(.createMutation(of: item, authType: .apiKey))
            _ = try await send(.updateMutation(of: item, version: 1, authType: .apiKey))
            for (version, filter, type) in [
                (1, nil, "ConflictUnhandled"), (2, ["count": ["eq": 9]], "ConditionalCheckFailed"),
            ] as [(Int, GraphQLFilter?, String)] {
                let answer = try await Amplify.API.mutate(
                    request: .updateMutation(of: item, where: filter, version: version, authType: .apiKey))
                guard case .failure(.error(let errors)) = answer else {
                    Issue.record("The version \(version) is accepted.")
                    continue
                }
                #expect(errors.first?.extensions?["errorType"]?.stringValue?.contains(type) == true)
            }
        }
    }

    @Test func `a record of a sync query refers to its related record`() async throws {
        try await onServer {
            let post = Post(id: "related", title: "T")
            for record in [post, Comment(id: "relating", content: "x", post: post)] as [any Model] {
                _ = try await send(.createMutation(of: record, authType: .apiKey))
            }
            let page = try await Amplify.API.query(
                request: GraphQLRequest<SyncQueryResult>.syncQuery(
                    modelType: Comment.self, where: Comment.keys.id == "relating", authType: .apiKey)
            ).get()
            let comment = try #require(page.items.first?.model.instance as? Comment)
            let input = GraphQLRequest<Comment>.update(comment).variables?["input"] as? [String: Any]
            #expect(page.items.count == 1 && input?["postCommentsId"] as? String == "related")
        }
    }

    @Test func `a query for one record has its version, and none for a record that does not exist`() async throws {
        try await onServer {
            _ = try await send(.createMutation(of: Cover(id: "one", url: "https://example.org/"), authType: .apiKey))
            for (id, version) in [("one", 1), ("none", nil)] as [(String, Int?)] {
                let found = try await Amplify.API.query(
                    request: .query(modelName: "Cover", byId: id, authType: .apiKey)
                ).get()
                #expect(found?.syncMetadata.version == version)
            }
        }
    }

    @Test func `a subscription with the owner of the token receives the owner's records`() async throws {
        let gatehouse = try await Self.server.value
        try await gatehouse.makeUser("ada")
        try await onServer {
            _ = try await Amplify.Auth.signIn(username: "ada", password: GatehouseTestServer.password)
            let service = AWSAuthService()
            let claims = try service.getTokenClaims(tokenString: try await service.getUserPoolAccessToken()).get()
            let request = GraphQLRequest<MutationSyncResult>.subscription(
                to: Secret.self, subscriptionType: .onCreate, claims: claims, authType: .amazonCognitoUserPools)
            #expect(request.variables?["owner"] as? String == claims["username"] as? String)
            for try await event in Amplify.API.subscribe(request: request) {
                switch event {
                case .connection(.connected):
                    let secret = Secret(id: "s", text: "x")
                    _ = try await send(.createMutation(of: secret, authType: .amazonCognitoUserPools))
                case .connection: break
                case .data(let record):
                    #expect(try record.get().model.identifier == "s")
                    return
                }
            }
        }
    }
    @Test func `a subscription of a signed-out user to an owner's records is refused as such`() async throws {
        try await onServer {
            _ = await Amplify.Auth.signOut()
            for mode in [AWSAuthorizationType.apiKey, .amazonCognitoUserPools] {
                let request = GraphQLRequest<MutationSyncResult>.subscription(
                    to: Secret.self, subscriptionType: .onUpdate, authType: mode)
                let error = await #expect(throws: APIError.self) {
                    for try await _ in Amplify.API.subscribe(request: request) {}
                }
                #expect(error?.isUnauthorized() == true, "\(mode)")
            }
        }
    }
}
