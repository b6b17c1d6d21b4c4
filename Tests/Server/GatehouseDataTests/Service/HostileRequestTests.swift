// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseTestSupport
import Testing

@testable import GatehouseData

/// Requests that were damaged at random: each has an answer, and none is a failure of the server.
@Suite(.hangLimit, .tags(.security))
struct HostileRequestTests {
    private static let schema = """
        enum Kind { A B }
        type Post @model @auth(rules: [{ allow: owner }, { allow: groups, groupsField: "teams" }]) {
          title: String! @index(name: "byTitle", sortKeyFields: ["rank", "kind"], queryField: "postsByTitle")
          rank: Int @default(value: "1")
          kind: Kind
          score: Float
          teams: [String]
          place: Place
          comments: [Comment] @hasMany
        }
        type Comment @model @auth(rules: [{ allow: private }]) { text: AWSJSON at: AWSDateTime post: Post @belongsTo }
        type Place { city: String inner: Place }
        """
    private static let documents = [
        """
        mutation m($a: CreatePostInput!, $b: ModelPostConditionInput) {
          createPost(input: $a, condition: $b) { id title place { city inner { city } } comments { items { id } } }
        }
        """,
        """
        mutation m($a: UpdatePostInput!, $b: ModelPostConditionInput) {
          updatePost(input: $a, condition: $b) { id _version } deletePost(input: { id: "x", _version: 1 }) { id }
        }
        """,
        """
        query q($a: ModelPostFilterInput, $b: String) {
          listPosts(filter: $a, limit: 7) { items { ...f } nextToken }
          next: listPosts(filter: $a, nextToken: $b) { nextToken }
          syncPosts(filter: $a, lastSync: 1799999990000) { items { ...f } startedAt }
        }
        fragment f on Post { id title comments(limit: 3) { items { text post { id } } nextToken } }
        """,
        """
        query q($a: ModelPostByTitleCompositeKeyConditionInput, $b: ModelSortDirection) {
          postsByTitle(title: "t", rankKind: $a, sortDirection: $b) { items { id } } getPost(id: "1") { teams }
        }
        """,
        "subscription s($a: ModelSubscriptionPostFilterInput, $b: String) { onUpdatePost(filter: $a, owner: $b) { id } }",
    ]
    private static let names = [
        "id", "title", "rank", "kind", "score", "teams", "place", "city", "inner", "_version", "_deleted", "owner",
        "and", "or", "not", "eq", "ne", "gt", "between", "contains", "beginsWith", "in", "size", "attributeType", "x",
    ]
    private static let texts = [
        "", "1", "t", "A", "alice", "\u{0}", "e\u{301}", "null", "map", String(repeating: "y", count: 3_000),
    ]

    /// A sequence of random choices.
    private struct Dice {
        let entropy: Entropy
        let schema: Schema

        func roll(_ sides: Int) -> Int {
            let bytes = entropy.bytes(2)
            return (Int(bytes[0]) << 8 | Int(bytes[1])) % sides
        }

        func value(_ depth: Int = 0) -> GraphQLValue {
            switch roll(depth > 3 ? 6 : 9) {
            case 0: return .null
            case 1: return .int([0, 1, -1, 5_000_000_000, .max, .min][roll(6)])
            case 2: return .float([0.5, -0.0, 1e300, 3][roll(4)])
            case 3: return .boolean(roll(2) == 0)
            case 4, 5: return .string(HostileRequestTests.texts[roll(HostileRequestTests.texts.count)])
            case 6: return .list((0..<roll(4)).map { _ in value(depth + 1) })
            default:
                var members = GraphQLObject()
                for _ in 0..<roll(5) {
                    members[HostileRequestTests.names[roll(HostileRequestTests.names.count)]] = value(depth + 1)
                }
                return .object(members)
            }
        }

        /// A value that a type mostly accepts.
        func value(of type: GraphQLType, _ depth: Int = 0) -> GraphQLValue {
            if roll(60) == 0 { return value(depth) }
            switch type {
            case .nonNull(let type): return value(of: type, depth)
            case .list(let type): return .list((0..<roll(4)).map { _ in value(of: type, depth + 1) })
            case .named(let name):
                guard let definition = schema.type(name) else { return .null }
                switch definition.kind {
                case .enumeration: return .string(definition.values[roll(definition.values.count)].name.text)
                case .inputObject: return .object(members(of: definition, depth))
                default: return leaf(name)
                }
            }
        }

        private func members(of type: TypeDefinition, _ depth: Int) -> GraphQLObject {
            var members = GraphQLObject()
            for field in type.inputFields {
                let type = field.type.type
                guard type.isNonNull || roll(depth > 4 ? 20 : 4) == 0 else { continue }
                members[field.name.text] = value(of: type, depth + 1)
            }
            return members
        }

        private func leaf(_ type: String) -> GraphQLValue {
            switch type {
            case "Int", "AWSTimestamp": .int([0, 1, 2, -1, 7][roll(5)])
            case "Float": .float([0.5, -0.0, 1e300, 3][roll(4)])
            case "Boolean": .boolean(roll(2) == 0)
            case "AWSJSON": .string(["{}", "[1]", "\"a\""][roll(3)])
            default: .string(HostileRequestTests.texts[roll(HostileRequestTests.texts.count)])
            }
        }

        func damaged(_ text: String) -> String {
            var bytes = Array(text.utf8)
            for _ in 0..<roll(3) {
                let start = roll(bytes.count)
                let end = min(bytes.count, start + roll(12))
                switch roll(3) {
                case 0: bytes.removeSubrange(start..<end)
                case 1: bytes.insert(contentsOf: bytes[start..<end], at: roll(bytes.count))
                default: bytes[start] = Array("{}()[]$!:.\"@&|#\\ aZ0".utf8)[roll(19)]
                }
                if bytes.isEmpty { return "" }
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `a damaged request has an answer and does not fail the server`(seed: UInt64) async throws {
        let api = try await LiveAPI(Self.schema, DataSettings(conflicts: .automerge))
        let dice = Dice(entropy: .seeded(seed), schema: api.service.api.schema)
        let callers = [Caller.alice, .alice, .user("r1", "rita", groups: ["t"]), .apiKey]
        var answered = 0
        for _ in 0..<400 {
            let document = Self.documents[dice.roll(Self.documents.count)]
            var variables = GraphQLObject()
            for operation in try Document(parsing: document).operations {
                for variable in operation.variables where variable.type.type.isNonNull || dice.roll(3) > 0 {
                    variables[variable.name.text] = dice.value(of: variable.type.type)
                }
            }
            let request = DataRequest(
                query: dice.roll(5) == 0 ? dice.damaged(document) : document, variables: variables)
            let caller = callers[dice.roll(callers.count)]
            switch await api.service.answer(request, by: caller) {
            case .response(let response):
                #expect(response["data"] != nil)
                if response["data"]?.members?.contains(where: { $0.value != .null }) == true { answered += 1 }
            case .refused(let refusal): #expect(refusal.errorType == "BadRequestException")
            }
            _ = try? await api.service.subscribe(request, by: caller)
        }
        #expect(answered > 20)
        #expect(api.failures.all.isEmpty, "\(api.failures.all)")
        #expect(api.events.count == 0)
    }
}
