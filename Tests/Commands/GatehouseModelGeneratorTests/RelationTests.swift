// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseModelGenerator
import Testing

/// Relations of models.
@Suite struct RelationTests {
    private func properties(_ file: String, of schema: String) throws -> [String] {
        try Fixture.lines(file, of: schema).filter { $0.hasPrefix("public var ") || $0.hasPrefix("public let ") }
            .map { String($0.dropFirst("public var ".count)) }
    }

    private func relation(_ name: String, _ file: String, of schema: String) throws -> String? {
        try Fixture.lines(file, of: schema).first { $0.contains(".\(name), is:") }
    }

    @Test func `a relation to a parent replaces the attributes of its key`() throws {
        let schema = """
            type Post @model { id: ID! comments: [Comment] @hasMany(indexName: "byPost", fields: ["id"]) }
            type Comment @model {
              id: ID!
              postID: ID! @index(name: "byPost")
              post: Post @belongsTo(fields: ["postID"])
            }
            """
        let properties = try properties("Comment.swift", of: schema)
        #expect(
            properties == [
                "id: String", "post: Post? {", "createdAt: Temporal.DateTime?", "updatedAt: Temporal.DateTime?",
            ])
        #expect(
            try relation("post", "Comment+Schema.swift", of: schema)
                == #".belongsTo(comment.post, is: .optional, ofType: Post.self, targetNames: ["postID"])"#)
        #expect(
            try relation("comments", "Post+Schema.swift", of: schema)
                == ".hasMany(post.comments, is: .optional, ofType: Comment.self, associatedWith: Comment.keys.post)")
    }

    @Test func `an attribute that is part of the model's own key stays beside the relation`() throws {
        let schema = """
            type League @model { id: ID! matches: [Match] @hasMany(fields: ["id"]) }
            type Match @model {
              leagueID: ID! @primaryKey(sortKeyFields: ["round"])
              round: Int!
              league: League @belongsTo(fields: ["leagueID"])
            }
            """
        #expect(
            try properties("Match.swift", of: schema).prefix(3) == [
                "leagueID: String", "round: Int", "league: League? {",
            ])
    }

    @Test func `a list that only the parent declares gives the other model an optional attribute`() throws {
        let schema = """
            type Album @model { id: ID! photos: [Photo]! @hasMany }
            type Photo @model { id: ID! }
            """
        #expect(try properties("Photo.swift", of: schema).last == "albumPhotosId: String?")
        #expect(try properties("Album.swift", of: schema)[1] == "photos: List<Photo>?")
        #expect(
            try relation("photos", "Album+Schema.swift", of: schema)?.hasSuffix(
                "associatedWith: Photo.keys.albumPhotosId)")
                == true)
    }

    @Test func `the attributes of a list are all named if the parent's key has several`() throws {
        let schema = """
            type Hall @model { city: ID! @primaryKey(sortKeyFields: ["name"]) name: String! seats: [Seat] @hasMany }
            type Seat @model { id: ID! }
            """
        #expect(
            try relation("seats", "Hall+Schema.swift", of: schema)?
                .hasSuffix("associatedFields: [Seat.keys.hallSeatsCity, Seat.keys.hallSeatsName])") == true)
    }

    @Test func `two lists of one model belong to different parents`() throws {
        let schema = """
            type Member @model {
              id: ID!
              sent: [Letter] @hasMany(indexName: "bySender", fields: ["id"])
              received: [Letter] @hasMany(indexName: "byRecipient", fields: ["id"])
            }
            type Letter @model {
              id: ID!
              senderID: ID! @index(name: "bySender")
              recipientID: ID! @index(name: "byRecipient")
              sender: Member! @belongsTo(fields: ["senderID"])
              recipient: Member @belongsTo(fields: ["recipientID"])
            }
            """
        #expect(try relation("sent", "Member+Schema.swift", of: schema)?.hasSuffix("Letter.keys.sender)") == true)
        #expect(
            try relation("received", "Member+Schema.swift", of: schema)?.hasSuffix("Letter.keys.recipient)") == true)
    }

    @Test func `a relation by references names the fields of the other model, and has no attributes of its own`() throws
    {
        let schema = """
            type Customer @model {
              id: ID!
              card: Card @hasOne(references: ["customerId"])
              orders: [Order] @hasMany(references: ["customerId"])
            }
            type Card @model { id: ID! customerId: ID customer: Customer @belongsTo(references: ["customerId"]) }
            type Order @model { id: ID! customerId: ID }
            """
        let file = "Customer+Schema.swift"
        #expect(try relation("card", file, of: schema)?.hasSuffix("associatedFields: [Card.keys.customer])") == true)
        #expect(
            try relation("orders", file, of: schema)?.hasSuffix("associatedFields: [Order.keys.customerId])") == true)
    }

    @Test func `a relation to one record names the field of the other direction, or else the other key`() throws {
        let schema = """
            type A @model { id: ID! b: B @hasOne c: C! @hasOne others: [B] @hasMany }
            type B @model { id: ID! list: A @belongsTo(fields: ["aOthersId"]) a: A @belongsTo }
            type C @model { code: ID! @primaryKey }
            """
        let file = "A+Schema.swift"
        #expect(
            try relation("b", file, of: schema)
                == #".hasOne(a.b, is: .optional, ofType: B.self, associatedWith: B.keys.a, targetNames: ["aBId"])"#)
        #expect(
            try relation("c", file, of: schema)
                == #".hasOne(a.c, is: .required, ofType: C.self, associatedWith: C.keys.code, targetNames: ["aCCode"])"#
        )
        #expect(try properties("A.swift", of: schema).suffix(2) == ["aBId: String?", "aCCode: String"])
    }

    @Test func `a required reference is required when it is read`() throws {
        let schema = """
            type A @model { id: ID! bs: [B] @hasMany }
            type B @model { id: ID! a: A! @belongsTo }
            """
        let lines = try Fixture.lines("B.swift", of: schema)
        #expect(lines.contains("try await _a.require()") && lines.contains("public mutating func setA(_ a: A) {"))
    }

    @Test func `a join model has its own files, an index for each side and its place in the registry`() throws {
        let schema = """
            type Tag @model { id: ID! posts: [Post] @manyToMany(relationName: "postTags") }
            type Post @model { id: ID! tags: [Tag] @manyToMany(relationName: "postTags") }
            """
        let files = try Fixture.files(schema)
        #expect(files["PostTags.swift"] != nil)
        #expect(files["AmplifyModels.swift"]?.contains("ModelRegistry.register(modelType: PostTags.self)") == true)
        let indexes = try Fixture.lines("PostTags+Schema.swift", of: schema).filter { $0.hasPrefix(".index(") }
        #expect(
            indexes == [#".index(fields: ["tagId"], name: "byTag")"#, #".index(fields: ["postId"], name: "byPost")"#])
    }

    @Test func `a field of a model's type without a relation is left out with a warning`() throws {
        let models = try GeneratedModels(schema: "type A @model { id: ID! }\ntype B @model { id: ID!\n  a: A }")
        #expect(models.warnings.map(\.line) == [3])
        #expect(models.files.first { $0.name == "B.swift" }?.text.contains("_a") == false)
    }
}
