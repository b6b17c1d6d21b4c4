// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// Plans that several subscriptions have together.
@Suite(.hangLimit)
struct SubscriptionPlansTests {
    private static let schema = """
        type Post @model @auth(rules: [{ allow: owner }, { allow: groups, groups: ["Admin"] }]) {
          title: String
          rank: Int
        }
        """
    private static let document = """
        subscription s($t: String) { onCreatePost(filter: { title: { eq: $t } }) { title } }
        subscription other($t: String) { onCreatePost(filter: { title: { ne: $t } }) { title } }
        """

    private func request(
        _ query: String = document, _ operation: String? = "s", title: GraphQLValue = .string("a")
    ) -> DataRequest {
        DataRequest(query: query, operationName: operation, variables: ["t": title])
    }

    @Test
    func `subscriptions with equal requests have one plan, each with the rights of its caller`() async throws {
        let api = try await LiveAPI(Self.schema)
        let alices = try await api.service.subscribe(request(), by: .alice)
        let bobs = try await api.service.subscribe(request(), by: .bob)
        #expect(api.service.plans.count == 1)
        await #expect(throws: DataRefusal.self) { try await api.service.subscribe(request(), by: .apiKey) }
        for caller in [Caller.alice, .bob] {
            _ = try await api.data(#"mutation { createPost(input: { title: "a" }) { id } }"#, by: caller)
        }
        for subscription in [alices, bobs] {
            #expect(try await subscription.next(1) == [#"{"data":{"onCreatePost":{"title":"a"}}}"#])
        }
        #expect(api.events.tallies["one"]?.events == 2)
    }

    @Test
    func `requests that differ have plans of their own, also if Swift finds their texts equal`() async throws {
        let api = try await LiveAPI(Self.schema)
        let requests = [
            request(), request(Self.document, "other"), request(Self.document + "\n"), request(title: .string("b")),
            request(title: .string("jos\u{E9}")), request(title: .string("jose\u{301}")),
        ]
        var subscriptions: [DataSubscription] = []
        for request in requests { subscriptions.append(try await api.service.subscribe(request, by: .admin)) }
        #expect(api.service.plans.count == requests.count)
        _ = try await api.data(
            "mutation m($t: String) { createPost(input: { title: $t }) { id } }", ["t": .string("jos\u{E9}")],
            by: .admin)
        #expect(try await subscriptions[4].next(1) == ["{\"data\":{\"onCreatePost\":{\"title\":\"jos\u{E9}\"}}}"])
    }

    @Test
    func `a plan ends with the last of its subscriptions`() async throws {
        let api = try await LiveAPI(Self.schema)
        var subscriptions = [
            try await api.service.subscribe(request(), by: .alice),
            try await api.service.subscribe(request(), by: .bob),
        ]
        subscriptions.removeLast()
        #expect(api.service.plans.count == 1)
        subscriptions.removeLast()
        #expect(api.service.plans.count == 0)
        await #expect(throws: DataRefusal.self) {
            try await api.service.subscribe(request("{ listPosts { nextToken } }", nil), by: .alice)
        }
        #expect(api.service.plans.count == 0)
    }

    @Test
    func `a long request, and one whose JSON does not tell its values, has a plan of its own`() {
        typealias Request = SubscriptionPlans.Request
        #expect(Request(request()) == Request(request()))
        #expect(Request(request(title: .string(String(repeating: "a", count: Request.mostBytes)))) == nil)
        #expect(Request(request(String(repeating: " ", count: Request.mostBytes + 1))) == nil)
        for value in [GraphQLValue.enumeration("a"), .list([.float(.infinity)]), .object(["a": .float(.nan)])] {
            #expect(Request(request(title: value)) == nil)
        }
        #expect(Request(request(title: .int(1))) != Request(request(title: .float(1))))
    }
}
