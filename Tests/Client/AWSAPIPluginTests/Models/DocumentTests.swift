// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// The documents and variables of requests with models.
@Suite struct DocumentTests {
    init() {
        Blog.Models().registerModels(registry: ModelRegistry.self)
    }

    @Test(arguments: DocumentCase.all)
    func `a request has the service's document`(request: DocumentCase) throws {
        #expect(request.document == request.expectedDocument)
        let found = try request.variables.map { try WireValue(json: Data($0.utf8)) }
        let expected = try request.expectedVariables.map { try WireValue(json: Data($0.utf8)) }
        #expect(found == expected)
        #expect(throws: Never.self) { try request.payload.get() }
        let field = request.decodePath ?? ""
        #expect(request.document.contains("{ \(field)"))
    }

    @Test func `the authorization of a request is the one of the call`() {
        #expect(GraphQLRequest<Post?>.get(Post.self, byId: "1").authMode == nil)
        let request = GraphQLRequest<List<Post>>.list(Post.self, authMode: .awsIAM)
        #expect(request.authMode as? AWSAuthorizationType == .awsIAM && request.apiName == nil)
    }

    @Test func `every scalar is written in the service's form`() throws {
        var record = Everything(id: "1")
        record.text = "a"
        record.int = -7
        record.float = 2.5
        record.flag = false
        record.day = try Temporal.Date(iso8601String: "2026-01-02")
        record.hour = try Temporal.Time(iso8601String: "03:04:05.678")
        record.moment = try Temporal.DateTime(iso8601String: "2026-01-02T03:04:05+02:00")
        record.stamp = 1_700_000_000
        record.ints = [1, 2]
        let input = try #require(GraphQLRequest<Everything>.create(record).variables?["input"] as? [String: Any])
        let json = try WireValue(json: JSONSerialization.data(withJSONObject: input))
        #expect(
            json == [
                "id": "1", "text": "a", "int": -7, "float": 2.5, "flag": false, "day": "2026-01-02Z",
                "hour": "03:04:05.678Z", "moment": "2026-01-02T03:04:05.000+02:00", "stamp": 1_700_000_000,
                "ints": [1, 2],
            ])
    }

    @Test func `a relation that is not loaded is written by its key`() throws {
        let comment = try Comment.from(json: #"{"id":"1","content":"c","post":{"id":"p","__typename":"Post"}}"#)
        let input = GraphQLRequest<Comment>.update(comment).variables?["input"] as? [String: Any]
        #expect(input?["postCommentsId"] as? String == "p")
        let guest = Guest(id: "g", name: "n")
        let created = GraphQLRequest<Guest>.create(guest).variables?["input"] as? [String: Any]
        #expect(created?.keys.sorted() == ["id", "name"])
    }

    @Test func `a changed record keeps an owner that the app does not know`() {
        let schema = Owned.schema
        let changed = GraphQLRequest<Owned>.update(Owned(id: "1")).variables?["input"] as? [String: Any]
        #expect(changed?.keys.sorted() == ["id", "note"] && changed?["note"] is NSNull && !schema.authRules.isEmpty)
        let owned = Owned(id: "1", owner: "ada")
        #expect(
            (GraphQLRequest<Owned>.update(owned).variables?["input"] as? [String: Any])?["owner"] as? String == "ada")
    }

    private struct Owned: Model {
        let id: String
        var owner: String?
        var note: String?

        enum CodingKeys: String, ModelKey {
            case id, owner, note
        }

        static let schema = defineSchema { model in
            model.authRules = [rule(allow: .owner)]
            model.attributes(.primaryKey(fields: [CodingKeys.id]))
            model.fields(
                .field(CodingKeys.id), .field(CodingKeys.owner, is: .optional),
                .field(CodingKeys.note, is: .optional))
        }
    }

    @Test func `a relation by fields of the other record has no attribute in the input`() {
        let input = GraphQLRequest<Referred>.update(Referred(id: "1")).variables?["input"] as? [String: Any]
        #expect(input?.keys.sorted() == ["id"])
    }

    private struct Referred: Model {
        let id: String
        var cover: Cover?

        enum CodingKeys: String, ModelKey {
            case id, cover
        }

        static let schema = defineSchema { model in
            model.attributes(.primaryKey(fields: [CodingKeys.id]))
            model.fields(
                .field(CodingKeys.id),
                .hasOne(CodingKeys.cover, is: .optional, ofType: Cover.self, associatedFields: [Cover.keys.url]))
        }
    }

    @Test func `a type that begins with a small letter has operations with a capital one`() {
        let schema = ModelSchema(
            name: "blog", fields: ["id": ModelField(name: "id", type: .string)], primaryKeyFieldKeys: ["id"])
        let request = GraphQLRequest<Owned>.create(Owned(id: "1"), modelSchema: schema)
        #expect(
            request.document
                == "mutation CreateBlog($input: CreateBlogInput!) { createBlog(input: $input) { id __typename } }")
    }
}

/// The filters of conditions.
@Suite struct FilterTests {
    private static let keys = Everything.keys

    private static let conditions: [(any QueryPredicate, String)] = [
        (keys.int == 1, #"{"int":{"eq":1}}"#), (keys.int != nil, #"{"int":{"ne":null}}"#),
        (keys.float <= 1.5, #"{"float":{"le":1.5}}"#), (keys.float < 2.0, #"{"float":{"lt":2}}"#),
        (keys.flag == true, #"{"flag":{"eq":true}}"#), (keys.text >= "a", #"{"text":{"ge":"a"}}"#),
        (keys.text > "a", #"{"text":{"gt":"a"}}"#), (keys.text ~= "a", #"{"text":{"contains":"a"}}"#),
        (keys.text.notContains("a"), #"{"text":{"notContains":"a"}}"#),
        (keys.text.beginsWith("a"), #"{"text":{"beginsWith":"a"}}"#),
        (keys.int.between(start: 1, end: 2), #"{"int":{"between":[1,2]}}"#),
        (keys.text.attributeExists(false), #"{"text":{"attributeExists":false}}"#),
        (
            keys.moment == Temporal.DateTime(Date(timeIntervalSince1970: 0)),
            #"{"moment":{"eq":"1970-01-01T00:00:00.000Z"}}"#
        ),
        (keys.int == 1 && keys.int != 2, #"{"and":[{"int":{"eq":1}},{"int":{"ne":2}}]}"#),
        (
            keys.int == 1 || keys.int == 2 || keys.int == 3,
            #"{"or":[{"int":{"eq":1}},{"int":{"eq":2}},{"int":{"eq":3}}]}"#
        ),
        (not(keys.int == 1), #"{"not":{"int":{"eq":1}}}"#), (QueryPredicateConstant.all, "{}"),
        (field("unknown") == "x", #"{"unknown":{"eq":"x"}}"#),
    ]

    @Test(arguments: conditions.indices)
    func `a condition becomes a filter`(index: Int) throws {
        let (predicate, expected) = Self.conditions[index]
        let json = try GraphQLFilterConverter.toJSON(predicate, modelSchema: Everything.schema)
        #expect(try WireValue(json: Data(json.utf8)) == WireValue(json: Data(expected.utf8)))
        #expect(try GraphQLFilterConverter.fromJSON(json).count == predicate.graphQLFilter(for: nil).count)
    }

    @Test func `a relation is compared by its attribute`() {
        #expect((Comment.keys.post == "p").graphQLFilter(for: Comment.schema)["postCommentsId"] != nil)
        #expect((Comment.keys.post == "p").graphQLFilter(for: nil)["post"] != nil)
        #expect((Guest.keys.seat == "s").graphQLFilter(for: Guest.schema)["seat"] != nil)
    }

    @Test func `a number that JSON does not have is an error`() {
        #expect(throws: APIError.self) {
            try GraphQLFilterConverter.toJSON(Everything.keys.float == Double.nan, modelSchema: Everything.schema)
        }
        #expect(throws: APIError.self) { try GraphQLFilterConverter.fromJSON("[]") }
    }
}
