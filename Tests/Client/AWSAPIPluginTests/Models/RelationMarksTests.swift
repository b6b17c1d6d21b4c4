// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseWire
import Testing

@testable import AWSAPIPlugin

/// The marks of lists that an answer does not have.
@Suite struct RelationMarksTests {
    private static let mark: WireValue = ["associatedIdentifiers": ["p"], "associatedFields": ["post"]]
    private static let post: WireValue = ["id": "p", "title": "T", "__typename": "Post"]
    private static let marked: WireValue = ["id": "p", "title": "T", "__typename": "Post", "comments": mark]
    /// A value without a record that has lists.
    private static let plain: WireValue = [
        "items": [["code": "a", "__typename": "Item"], ["x": [1, nil]], ["id": "u", "__typename": "Unknown"]],
        "nextToken": nil,
    ]

    init() {
        Blog.Models().registerModels(registry: ModelRegistry.self)
    }

    private func copy(of value: WireValue) -> WireValue? {
        var relations = RelationMarks()
        return relations.markedCopy(of: value)
    }

    @Test func `a value without missing lists is not copied`() {
        for value in [Self.plain, Self.marked, "text", []] as [WireValue] { #expect(copy(of: value) == nil) }
        #expect(copy(of: ["title": "T", "__typename": "Post"]) == nil, "A record without its key has no mark.")
    }

    @Test func `each record with a missing list has a mark, and all else stays`() {
        #expect(copy(of: Self.post) == Self.marked)
        #expect(copy(of: [1, Self.plain, Self.post, Self.post]) == [1, Self.plain, Self.marked, Self.marked])
        #expect(copy(of: ["a": Self.plain, "b": [[Self.post]]]) == ["a": Self.plain, "b": [[Self.marked]]])
        let comment: WireValue = ["id": "c", "post": Self.post, "__typename": "Comment"]
        #expect(copy(of: comment) == ["id": "c", "post": Self.marked, "__typename": "Comment"])
    }

    @Test func `a key in place of a record has no mark`() {
        let key: WireValue = ["id": "p", "_deleted": nil, "__typename": "Post"]
        #expect(copy(of: ["id": "c", "post": key, "__typename": "Comment"]) == nil)
        #expect(copy(of: ["items": [key]]) != nil, "A list has records, not keys.")
    }
}
