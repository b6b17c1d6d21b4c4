// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import Testing

@Suite struct MutationSyncTests {
    init() {
        Blog.Models().registerModels(registry: ModelRegistry.self)
    }

    private func read<R: Decodable>(_ type: R.Type, _ json: String) throws -> R {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    private static let item = #""code":"a|b","count":2,"_version":3,"_lastChangedAt":1700000000123,"__typename":"Item""#

    @Test func `a record is read with its version`() throws {
        let sync = try read(MutationSync<Item>.self, "{\(Self.item),\"_deleted\":null}")
        #expect(sync.model == Item(code: "a|b", count: 2))
        let metadata = sync.syncMetadata
        #expect(metadata.version == 3 && metadata.lastChangedAt == 1_700_000_000_123 && !metadata.deleted)
        #expect(metadata.id == "Item|a|b" && metadata.modelName == "Item" && metadata.modelId == "a|b")
        #expect(try read(MutationSync<Item>.self, "{\(Self.item),\"_deleted\":true}").syncMetadata.deleted)
    }

    @Test func `a record of any model is read by the name of its type`() throws {
        let sync = try read(MutationSyncResult.self, "{\(Self.item),\"_deleted\":false}")
        #expect(sync.model.instance as? Item == Item(code: "a|b", count: 2) && sync.syncMetadata.modelName == "Item")
        #expect(throws: DataStoreError.self) {
            try read(
                MutationSyncResult.self,
                #"{"_version":1,"_lastChangedAt":1,"_deleted":false,"__typename":"Unknown"}"#)
        }
    }

    @Test(arguments: ["_version", "_lastChangedAt", "_deleted"])
    func `a record without a part of its version is refused`(member: String) {
        let json = "{\(Self.item),\"_deleted\":false}".replacing("\"\(member)\"", with: "\"other\"")
        #expect(throws: DecodingError.self) { try read(MutationSync<Item>.self, json) }
    }

    @Test func `a page leaves out records that the caller may not read`() throws {
        let json = "{\"items\":[{\(Self.item),\"_deleted\":null},null],\"nextToken\":\"n\",\"startedAt\":17}"
        let page = try read(SyncQueryResult.self, json)
        #expect(page.items.count == 1 && page.nextToken == "n" && page.startedAt == 17)
        #expect(try read(PaginatedList<Item>.self, #"{"items":[],"nextToken":null}"#).startedAt == nil)
    }

    @Test func `a page leaves out a record that the model cannot hold, and keeps the others`() throws {
        let wrong = "{\(Self.item),\"_deleted\":null}".replacing("\"code\":", with: "\"other\":")
        let page = try read(
            PaginatedList<Item>.self, "{\"items\":[\(wrong),{\(Self.item),\"_deleted\":null}],\"startedAt\":17}")
        #expect(page.items.map(\.model.code) == ["a|b"] && page.startedAt == 17)
        #expect(throws: DecodingError.self) { try read(PaginatedList<Item>.self, #"{"startedAt":17}"#) }
    }

    @Test func `the key of metadata may begin with a character that combines with the bar`() {
        let key = "\u{301}x|y"
        let metadata = MutationSyncMetadata(
            modelId: key, modelName: "Item", deleted: false, lastChangedAt: 5, version: 2)
        #expect(metadata.modelName == "Item" && metadata.modelId.utf8.elementsEqual(key.utf8))
    }

    @Test func `metadata is a model of the library`() throws {
        let metadata = MutationSyncMetadata(
            modelId: "1", modelName: "Item", deleted: true, lastChangedAt: 5, version: 2)
        #expect(try MutationSyncMetadata.from(json: metadata.toJSON()).identifier == "Item|1")
        #expect(MutationSyncMetadata.schema.isSystem && ModelSyncMetadata.schema.isSystem)
        #expect(try ModelSyncMetadata.from(json: #"{"id":"Item","lastSync":7}"#).lastSync == 7)
    }
}
