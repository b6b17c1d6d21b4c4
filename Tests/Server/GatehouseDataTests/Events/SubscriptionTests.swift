// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

@Suite(.hangLimit)
struct SubscriptionTests {
    private static let schema = """
        type Post @model @auth(rules: [
          { allow: owner, ownerField: "author" }
          { allow: groups, groups: ["Admin"] }
        ]) {
          title: String!
          author: String
          rank: Int
          comments: [Comment] @hasMany
        }
        type Comment @model @auth(rules: [{ allow: private }]) { text: String! post: Post @belongsTo }
        type Open @model(subscriptions: { level: public }) @auth(rules: [{ allow: groups, groups: ["Admin"] }]) {
          text: String
        }
        type Subscription {
          changes(rank: Int): Post @aws_subscribe(mutations: ["createPost", "updatePost"])
        }
        """

    private func create(_ api: LiveAPI, _ input: String, by caller: Caller = .alice) async throws {
        _ = try await api.data("mutation { createPost(input: { \(input) }) { id } }", by: caller)
    }

    /// Updates the record `1`.
    private func update(_ api: LiveAPI, _ rank: Int) async throws {
        _ = try await api.data("mutation { updatePost(input: { id: \"1\", rank: \(rank) }) { id } }", by: .alice)
    }

    // MARK: - Events

    @Test
    func `an event has the fields that the mutation did not select`() async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe(
            "subscription { onCreatePost { id title rank author createdAt } }", by: .alice)
        try await create(api, #"id: "1", title: "a", rank: 3"#)
        #expect(
            try await subscription.next(1) == [
                #"{"data":{"onCreatePost":{"id":"1","title":"a","rank":3,"author":"alice","createdAt":"2027-01-15T08:00:00.000Z"}}}"#
            ])
    }

    @Test
    func `updates and deletions reach their subscriptions in order`() async throws {
        let api = try await LiveAPI(Self.schema)
        let updates = try await api.subscribe("subscription { onUpdatePost { rank } }", by: .alice)
        let deletions = try await api.subscribe("subscription { onDeletePost { id rank } }", by: .alice)
        try await create(api, #"id: "1", title: "a""#)
        for rank in 0..<20 { try await update(api, rank) }
        _ = try await api.data(#"mutation { deletePost(input: { id: "1" }) { id } }"#, by: .alice)
        #expect(try await updates.next(20) == (0..<20).map { #"{"data":{"onUpdatePost":{"rank":\#($0)}}}"# })
        #expect(try await deletions.next(1) == [#"{"data":{"onDeletePost":{"id":"1","rank":19}}}"#])
    }

    @Test
    func `a mutation that fails is no event`() async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe("subscription { onCreatePost { title } }", by: .alice)
        try await create(api, #"id: "1", title: "a""#)
        _ = try await api.errors(#"mutation { createPost(input: { id: "1", title: "b" }) { id } }"#, by: .alice)
        _ = try await api.errors(
            #"mutation { createPost(input: { id: "2", title: "b", author: "bob" }) { id } }"#, by: .alice)
        try await create(api, #"id: "3", title: "c""#)
        #expect(
            try await subscription.next(2)
                == [#"{"data":{"onCreatePost":{"title":"a"}}}"#, #"{"data":{"onCreatePost":{"title":"c"}}}"#])
    }

    @Test
    func `the events of one record have the order of its commits`() async throws {
        let api = try await LiveAPI(Self.schema, DataSettings(conflicts: .automerge))
        let subscription = try await api.subscribe("subscription { onUpdatePost { _version } }", by: .alice)
        try await create(api, #"id: "1", title: "a""#)
        await withTaskGroup { group in
            for rank in 0..<50 {
                group.addTask {
                    _ = await api.answer(
                        "mutation { updatePost(input: { id: \"1\", rank: \(rank), _version: 0 }) { id } }",
                        by: .alice)
                }
            }
        }
        #expect(
            try await subscription.next(50) == (2...51).map { #"{"data":{"onUpdatePost":{"_version":\#($0)}}}"# })
    }

    @Test
    func `many subscribers get the events of a record in their order`() async throws {
        let api = try await LiveAPI(Self.schema)
        try await create(api, #"id: "1", title: "a""#)
        var subscriptions: [DataSubscription] = []
        for _ in 0..<50 {
            subscriptions.append(try await api.subscribe("subscription { onUpdatePost { rank } }", by: .alice))
        }
        for rank in 0..<5 { try await update(api, rank) }
        for subscription in subscriptions {
            #expect(try await subscription.next(5) == (0..<5).map { #"{"data":{"onUpdatePost":{"rank":\#($0)}}}"# })
        }
    }

    @Test
    func `a related record of an event is judged for each subscriber`() async throws {
        let api = try await LiveAPI(Self.schema)
        try await create(api, #"id: "1", title: "a""#)
        let document = "subscription { onCreateComment { text post { title } } }"
        let alices = try await api.subscribe(document, by: .alice)
        let bobs = try await api.subscribe(document, by: .bob)
        _ = try await api.data(
            #"mutation { createComment(input: { text: "x", postCommentsId: "1" }) { id } }"#, by: .bob)
        #expect(
            try await alices.next(1) == [#"{"data":{"onCreateComment":{"text":"x","post":{"title":"a"}}}}"#])
        let refused = try await bobs.next(1)[0]
        #expect(refused.hasPrefix(#"{"data":{"onCreateComment":{"text":"x","post":null}},"errors":"#))
    }

    @Test
    func `a related record of an event is read for the subscriber`() async throws {
        let api = try await LiveAPI(
            """
            type Post @model @auth(rules: [{ allow: private }]) { title: String comments: [Comment] @hasMany }
            type Comment @model @auth(rules: [{ allow: private }]) { text: String post: Post @belongsTo }
            """)
        try await create(api, #"id: "1", title: "a""#)
        let subscription = try await api.subscribe(
            "subscription { onCreateComment { post { title comments { items { text } } } } }", by: .alice)
        _ = try await api.data(
            #"mutation { createComment(input: { text: "x", postCommentsId: "1" }) { id } }"#, by: .bob)
        #expect(
            try await subscription.next(1) == [
                #"{"data":{"onCreateComment":{"post":{"title":"a","comments":{"items":[{"text":"x"}]}}}}}"#
            ])
    }

    @Test
    func `the event of a deletion has the tombstone of a record with versions`() async throws {
        let api = try await LiveAPI(Self.schema, DataSettings(conflicts: .optimisticConcurrency))
        let subscription = try await api.subscribe("subscription { onDeletePost { id _version _deleted } }", by: .alice)
        try await create(api, #"id: "1", title: "a""#)
        _ = try await api.data(#"mutation { deletePost(input: { id: "1", _version: 1 }) { id } }"#, by: .alice)
        #expect(
            try await subscription.next(1) == [#"{"data":{"onDeletePost":{"id":"1","_version":2,"_deleted":true}}}"#])
    }

    // MARK: - Arguments

    @Test(arguments: ["alice", "a1", "a1::alice"])
    func `an owner argument may spell the caller in each generation`(owner: String) async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe(
            "subscription s($a: String) { onCreatePost(author: $a) { title } }", ["a": .string(owner)], by: .alice)
        try await create(api, #"title: "a""#)
        #expect(try await subscription.next(1) == [#"{"data":{"onCreatePost":{"title":"a"}}}"#])
    }

    @Test(arguments: ["bob", "", "ALICE", "b1::bob"])
    func `an owner argument that is not the caller is refused`(owner: String) async throws {
        let api = try await LiveAPI(Self.schema)
        let document = "subscription s($a: String) { onCreatePost(author: $a) { title } }"
        await #expect(
            throws: DataRefusal(
                "Unauthorized", ["Not Authorized to access onCreatePost on type Subscription"])
        ) {
            try await api.subscribe(document, ["a": .string(owner)], by: .alice)
        }
    }

    @Test
    func `the owner argument of an administrator chooses among the events`() async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe(
            #"subscription { onCreatePost(author: "bob") { title } }"#, by: .admin)
        try await create(api, #"title: "a""#)
        try await create(api, #"title: "b""#, by: .bob)
        #expect(try await subscription.next(1) == [#"{"data":{"onCreatePost":{"title":"b"}}}"#])
    }

    @Test
    func `a filter chooses among the events`() async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe(
            #"subscription { onCreatePost(filter: { or: [{ rank: { in: [2, 3] } }, { title: { beginsWith: "z" } }] }) { rank } }"#,
            by: .alice)
        for rank in 1...4 { try await create(api, "title: \"a\", rank: \(rank)") }
        try await create(api, #"title: "zz", rank: 5"#)
        #expect(
            try await subscription.next(3) == [2, 3, 5].map { #"{"data":{"onCreatePost":{"rank":\#($0)}}}"# })
    }

    @Test
    func `a subscription of the author receives the mutations that it names`() async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe("subscription { changes(rank: 2) { title } }", by: .alice)
        try await create(api, #"id: "1", title: "a", rank: 1"#)
        try await create(api, #"id: "2", title: "b", rank: 2"#)
        _ = try await api.data(#"mutation { updatePost(input: { id: "1", rank: 2 }) { id } }"#, by: .alice)
        #expect(
            try await subscription.next(2)
                == [#"{"data":{"changes":{"title":"b"}}}"#, #"{"data":{"changes":{"title":"a"}}}"#])
    }

    @Test
    func `public events reach each caller that the mode admits`() async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe("subscription { onCreateOpen { text } }", by: .bob)
        _ = try await api.data(#"mutation { createOpen(input: { text: "x" }) { id } }"#, by: .admin)
        #expect(try await subscription.next(1) == [#"{"data":{"onCreateOpen":{"text":"x"}}}"#])
    }

    // MARK: - Refusals

    @Test(arguments: [
        ("{ listPosts { nextToken } }", "UnsupportedOperation"),
        ("subscription { onCreatePost { x } }", "BadRequestException"), ("subscription {", "BadRequestException"),
        ("subscription { onCreatePost { id } onUpdatePost { id } }", "BadRequestException"),
        ("subscription { __typename }", "BadRequestException"),
        ("subscription { onCreatePost(filter: { rank: { between: [1] } }) { id } }", "BadRequest"),
    ])
    func `a document without a subscription to one field is refused`(document: String, type: String) async throws {
        let api = try await LiveAPI(Self.schema)
        let refusal = await #expect(throws: DataRefusal.self) { try await api.subscribe(document, by: .alice) }
        #expect(refusal?.errorType == type)
    }

    @Test
    func `a subscription keeps no more arguments than its bound, and a query may have more`() async throws {
        let api = try await LiveAPI(Self.schema, limits: DataLimits(subscriptionArgumentBytes: 1_000))
        let document = "subscription s($t: String) { onCreatePost(filter: { title: { eq: $t } }) { id } }"
        let (short, long) = (String(repeating: "a", count: 900), String(repeating: "a", count: 1_000))
        try await api.subscribe(document, ["t": .string(short)], by: .alice).cancel()
        await #expect(
            throws: DataRefusal(
                "BadRequestException",
                [
                    "The arguments of the operation have more than 1000 bytes, where a variable counts at each use."
                ])
        ) {
            try await api.subscribe(document, ["t": .string(long)], by: .alice)
        }
        _ = try await api.data(
            "query q($t: String) { listPosts(filter: { title: { eq: $t } }) { nextToken } }", ["t": .string(long)],
            by: .alice)
    }

    // MARK: - Ends

    @Test
    func `a subscription that ends leaves its place`() async throws {
        let api = try await LiveAPI(Self.schema)
        let document = "subscription { onCreatePost { id } }"
        var first: DataSubscription? = try await api.subscribe(document, by: .alice)
        let second = try await api.subscribe(document, by: .alice)
        #expect(api.events.count == 2)
        #expect(first != nil)
        first = nil
        #expect(api.events.count == 1)
        second.cancel()
        #expect(api.events.count == 0)
        #expect(try await second.next(1) == [])
    }

    @Test
    func `a cancelled task takes no more events`() async throws {
        let api = try await LiveAPI(Self.schema)
        let subscription = try await api.subscribe("subscription { onCreatePost { id } }", by: .alice)
        let task = Task { try await subscription.next(1) }
        task.cancel()
        #expect(try await task.value == [])
        #expect(api.events.count == 0)
    }

    @Test
    func `a slow subscriber is cut off and delays no mutation`() async throws {
        let api = try await LiveAPI(Self.schema, limits: DataLimits(waitingEvents: 3))
        let slow = try await api.subscribe("subscription { onCreatePost { id } }", by: .alice)
        let quick = try await api.subscribe("subscription { onCreatePost { title } }", by: .alice)
        for title in 0..<5 {
            try await create(api, "title: \"\(title)\"")
            #expect(try await quick.next(1) == [#"{"data":{"onCreatePost":{"title":"\#(title)"}}}"#])
        }
        await #expect(throws: SubscriptionEnd.tooSlow) { try await slow.next(1) }
        #expect(api.events.count == 1)
    }

    @Test
    func `waiting events are bounded in bytes`() async throws {
        let api = try await LiveAPI(Self.schema, limits: DataLimits(waitingBytes: 2_000))
        let slow = try await api.subscribe("subscription { onCreatePost { id } }", by: .alice)
        for _ in 0..<3 { try await create(api, "title: \"\(String(repeating: "x", count: 800))\"") }
        await #expect(throws: SubscriptionEnd.tooSlow) { try await slow.next(1) }
    }

    @Test
    func `the subscriptions of an older schema end at the next change`() async throws {
        let api = try await LiveAPI(Self.schema)
        let older = try await api.subscribe("subscription { onCreatePost { id } }", by: .alice)
        let newer = try await LiveAPI(Self.schema, beside: api)
        let subscription = try await newer.subscribe("subscription { onCreatePost { title } }", by: .alice)
        try await create(newer, #"title: "a""#)
        await #expect(throws: SubscriptionEnd.apiChanged) { try await older.next(1) }
        #expect(try await subscription.next(1) == [#"{"data":{"onCreatePost":{"title":"a"}}}"#])
        newer.events.end(api: "one")
        await #expect(throws: SubscriptionEnd.apiChanged) { try await subscription.next(1) }
        #expect(api.events.count == 0)
    }
}
