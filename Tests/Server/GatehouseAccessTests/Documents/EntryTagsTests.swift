// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire
import Testing

@Suite struct EntryTagsTests {
    private static let trust =
        #""trustPolicy":{"Statement":{"Effect":"Allow","Action":"sts:AssumeRole","#
        + #""Principal":{"AWS":"123456789012"}}}"#

    private static func role(_ tags: String) throws -> Role {
        try Role(name: "app", document: WireValue(accessJSON: Array("{\(trust),\"tags\":\(tags)}".utf8)))
    }

    @Test func `the tags of a document are read as they were written`() throws {
        let role = try Self.role(#"{"b":"","a":"1"}"#)
        #expect(role.tags.sorted.map(\.key) == ["a", "b"] && role.tags.texts == ["a": "1", "b": ""])
        #expect(try Role(name: "app", document: role.document) == role)
        #expect(try role.tagged(.none).document["tags"] == nil)
    }

    @Test(arguments: [
        (#"[]"#, "tags: is not an object of texts by key"), (#"{"a":1}"#, "tags.a: is not a text"),
        (#"{"a":"","A":""}"#, "tags.a: names a member of an object twice"),
        (#"{"AWS:a":""}"#, "tags.AWS:a: is not a key without the prefix aws:, which is reserved"),
        (#"{"":""}"#, "tags: is empty"),
    ])
    func `tags that are not valid are refused with the place and the reason`(tags: String, reason: String) throws {
        let flaw = #expect(throws: AccessFlaw.self) { try Self.role(tags) }
        #expect(flaw?.description == reason)
    }

    @Test func `the bounds of keys, values and their number hold`() throws {
        let limit = EntryTags.maximumCount
        let most = (1...limit).map { (key: "key\($0)", value: String(repeating: "ä", count: 256)) }
        let tags = try EntryTags(most)
        #expect(tags.sorted.count == limit)
        #expect(throws: AccessFlaw(.tooMany(limit))) { try tags.setting([(key: "other", value: "")]) }
        #expect(try tags.setting([(key: "KEY1", value: "new")]).texts["KEY1"] == "new")
        #expect(throws: AccessFlaw.self) { try EntryTags([(key: String(repeating: "a", count: 129), value: "")]) }
        #expect(throws: AccessFlaw.self) { try EntryTags([(key: "a", value: String(repeating: "a", count: 257))]) }
    }

    @Test func `a request with two values for one key is refused`() throws {
        #expect(throws: AccessFlaw.self) {
            try EntryTags.none.setting([(key: "a", value: "1"), (key: "A", value: "2")])
        }
    }
}
