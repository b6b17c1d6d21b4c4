// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseTestSupport
import Testing

@testable import AWSAPIPlugin

/// The reading of records of any model, whose types have only names in the answer.
@Suite struct SyncedRecordTests {
    /// A record with a date of Foundation and a number of 64 bits.
    private struct Voyage: Model {
        let id: String
        let start: Date
        let length: Int64

        enum CodingKeys: String, ModelKey {
            case id, start, length
        }

        static let schema = defineSchema { model in
            model.attributes(.primaryKey(fields: [CodingKeys.id]))
            model.fields(
                .field(CodingKeys.id, is: .required, ofType: .string),
                .field(CodingKeys.start, is: .required, ofType: .dateTime),
                .field(CodingKeys.length, is: .required, ofType: .int))
        }
    }

    /// A model whose records the app reads in its own way.
    private struct Parcel: Model {
        let id: String

        enum CodingKeys: String, ModelKey {
            case id
        }

        static let schema = defineSchema { model in
            model.attributes(.primaryKey(fields: [CodingKeys.id]))
            model.fields(.field(CodingKeys.id, is: .required, ofType: .string))
        }
    }

    private static let version = #""_version":3,"_lastChangedAt":1700000000123,"_deleted":null"#

    private func app(_ answers: String...) throws -> APIApp {
        Blog.Models().registerModels(registry: ModelRegistry.self)
        ModelRegistry.register(modelType: Voyage.self)
        ModelRegistry.register(modelType: Parcel.self, modelSchema: Parcel.schema) { json, _ in
            Parcel(id: "own \(json.contains("\"id\":\"a\""))")
        }
        return try APIApp(answers: answers.map { .answer(200, #"{"data":\#($0)}"#) })
    }

    private func synced(
        _ app: APIApp, _ mode: AWSAuthorizationType? = nil
    ) async throws -> (any Model)? {
        let request = GraphQLRequest(
            document: "query { sync { items { id } } }", responseType: SyncQueryResult.self, decodePath: "sync",
            authMode: mode)
        return try await app.plugin.query(request: request).get().items.first?.model.instance
    }

    private func page(_ members: String, of model: String) -> String {
        #"{"sync":{"items":[{\#(members),\#(Self.version),"__typename":"\#(model)"}],"nextToken":null}}"#
    }

    @Test func `the relations of a synced record are loaded in the mode of its request`() async throws {
        let cover = #""cover":{"id":"k","_deleted":null,"__typename":"Cover"}"#
        let app = try app(
            page(#""id":"p","title":"T",\#(cover)"#, of: "Post"),
            #"{"listComments":{"items":[{"id":"c","content":"C","__typename":"Comment"}],"nextToken":null}}"#,
            #"{"getCover":{"id":"k","url":"https://example.org/","__typename":"Cover"}}"#)
        let post = try #require(try await synced(app, .amazonCognitoUserPools) as? Post)
        let comments = try #require(post.comments)
        #expect(!comments.isLoaded)
        try await comments.fetch()
        #expect(comments.map(\.id) == ["c"] && app.header("authorization") == "token-1")
        #expect(try await post.cover?.url == "https://example.org/")
        #expect(app.network.requests.count == 3)
    }

    @Test func `a number of a synced record has 64 bits`() async throws {
        let members = #""id":"a","start":"2026-01-02T03:04:05Z","length":9007199254740993"#
        let voyage = try await synced(try app(page(members, of: "Voyage"))) as? Voyage
        #expect(voyage?.length == 9_007_199_254_740_993)
    }

    @Test(arguments: [
        "2026-01-02T03:04:05.678Z", "2026-01-02T03:04:05Z", "2026-01-02T03:04:05+01:00", "2026-01-02T03:04:05",
        "2026-01-02T03:04",
    ])
    func `a date of a synced record has any form of models, with every decoder`(text: String) async throws {
        let expected = try Temporal.DateTime(iso8601String: text).foundationDate
        let members = #""id":"a","start":"\#(text)","length":1"#
        let voyage = try #require(try await synced(try app(page(members, of: "Voyage"))) as? Voyage)
        #expect(abs(voyage.start.timeIntervalSince(expected)) < 0.001)
        let json = Data(#"{\#(members),\#(Self.version),"__typename":"Voyage"}"#.utf8)
        let read = try JSONDecoder().decode(MutationSyncResult.self, from: json).model.instance as? Voyage
        #expect(read?.start == expected)
    }

    @Test func `a synced record is read in the app's way`() async throws {
        let parcel = try await synced(try app(page(#""id":"a""#, of: "Parcel"))) as? Parcel
        #expect(parcel?.id == "own true")
    }
}
