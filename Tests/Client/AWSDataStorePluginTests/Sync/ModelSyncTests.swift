// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// The sync of one model: pages, changes, and records that have left the user's view.
///
/// The script gives the service's records page by page, with the failures that the real server does not have.
@Suite struct ModelSyncTests {
    private static func record(
        _ id: String, _ version: Int = 1, _ content: String = "", isDeleted: Bool = false, changedAt: Int64 = 1
    ) -> MutationSync<AnyModel> {
        .remote(PublicRecord(id: id, content: content), version, isDeleted: isDeleted, changedAt: changedAt)
    }

    @Test func `a first sync reads all pages, and the next one the changes since the last page's start`() async throws {
        let pages = ScriptedPages([Self.record("a", 1, "1"), Self.record("b", 2, "2")], [], [Self.record("c", 1, "3")])
        let stage = try SyncStage(pages.api)
        let first = try await stage.sync()
        #expect(
            first.event
                == ModelSyncedEvent(
                    modelName: "PublicRecord", isFullSync: true, isDeltaSync: false, added: 3, updated: 0, deleted: 0))
        #expect(stage.api.requests.map(\.nextToken) == [nil, "1", "2"])
        #expect(stage.api.requests.allSatisfy { $0.lastSync == nil })

        stage.api.forgetRequests()
        pages.set([Self.record("a", 2, "new"), Self.record("b", 3, isDeleted: true), Self.record("c", 1, "old")])
        let second = try await stage.sync()
        #expect(
            second.event
                == ModelSyncedEvent(
                    modelName: "PublicRecord", isFullSync: false, isDeltaSync: true, added: 0, updated: 1, deleted: 1))
        #expect(stage.api.requests.map(\.lastSync) == [1_800_000_000_000])
        #expect(try await stage.contents() == ["a": "new", "c": "3"])
    }

    @Test func `a tombstone of an unknown record does not appear, and keeps older versions away`() async throws {
        let pages = ScriptedPages([Self.record("a", 3, isDeleted: true)])
        let stage = try SyncStage(pages.api)
        #expect(try await stage.sync().event.deleted == 0)
        pages.set([Self.record("a", 2, "older")])
        _ = try await stage.sync()
        #expect(try await stage.contents().isEmpty)
        pages.set([Self.record("a", 4, "made again")])
        #expect(try await stage.sync().event.added == 1)
        #expect(try await stage.contents() == ["a": "made again"])
    }

    @Test func `a record that has left the user's view is removed after a complete sync of all records`() async throws {
        let pages = ScriptedPages([Self.record("a"), Self.record("b")], [Self.record("c")])
        let stage = try SyncStage(pages.api)
        _ = try await stage.sync()
        pages.set([Self.record("a")], [Self.record("c", 2, "x")])
        // A sync of the changes says nothing about the others.
        _ = try await stage.sync()
        #expect(try await stage.contents().keys.sorted() == ["a", "b", "c"])
        let changes = stage.store.feed.changes(of: nil)
        #expect(try await stage.sync(isForced: true).event.deleted == 1)
        #expect(try await stage.contents().keys.sorted() == ["a", "c"])
        var iterator = changes.makeAsyncIterator()
        let change = await iterator.next()
        #expect(change?.event.mutationType == "delete" && change?.record.identifier == "b")
    }

    @Test func `nothing is removed after a sync in which a page lacked records`() async throws {
        let pages = ScriptedPages([Self.record("a"), Self.record("b")])
        let stage = try SyncStage(pages.api)
        _ = try await stage.sync()
        pages.fail(page: 0, .partial(SyncQueryResult.page([Self.record("a")]), [.ofType("Unauthorized")]))
        #expect(try await !stage.sync(isForced: true).isWhole)
        #expect(try await stage.contents().count == 2)
    }

    @Test func `records that the service cannot read at present are read by the next sync`() async throws {
        let pages = ScriptedPages([Self.record("a"), Self.record("b")])
        let stage = try SyncStage(pages.api)
        let busy = [GraphQLError.ofType("InternalFailure")]
        pages.fail(page: 0, .partial(SyncQueryResult.page([Self.record("a")]), busy))
        _ = try await stage.sync()
        #expect(try await stage.sync().event.isFullSync)
        #expect(try await stage.contents().count == 2)
        // The same holds for the changes.
        pages.fail(page: 0, .partial(SyncQueryResult.page([], startedAt: 1_800_000_000_500), busy))
        _ = try await stage.sync()
        stage.api.forgetRequests()
        _ = try await stage.sync()
        #expect(stage.api.requests.map(\.lastSync) == [1_800_000_000_000])
    }

    @Test func `a sync of changes that ends at the greatest number is continued from its begin`() async throws {
        let pages = ScriptedPages([Self.record("a")])
        let stage = try SyncStage(pages.api)
        _ = try await stage.sync()
        pages.set([Self.record("a", 2)], [Self.record("b")], startedAt: 1_800_000_000_500)
        var settings = SyncSettings()
        settings.maximumRecords = 1
        #expect(try await stage.sync(PublicRecord.schema, settings).isTruncated)
        stage.api.forgetRequests()
        _ = try await stage.sync()
        #expect(stage.api.requests.map(\.lastSync) == [1_800_000_000_000, 1_800_000_000_000])
        #expect(try await stage.contents().count == 2)
    }

    @Test func `a record whose key has a null character is left out of a page`() throws {
        ModelRegistry.register(modelType: PublicRecord.self)
        let records = ["a", #"a\u0000b"#].map { key in
            #"{"__typename":"PublicRecord","id":"\#(key)","_version":1,"_deleted":null,"_lastChangedAt":1}"#
        }
        let json = #"{"items":[\#(records.joined(separator: ","))],"nextToken":null,"startedAt":1}"#
        let page = try JSONDecoder().decode(SyncQueryResult.self, from: Data(json.utf8))
        #expect(page.items.map(\.syncMetadata.modelId) == ["a"])
        #expect(page.unreadable == 1)
    }

    @Test func `nothing is removed where the settings keep such records, or at the greatest number`() async throws {
        let pages = ScriptedPages([Self.record("a"), Self.record("b"), Self.record("c")])
        let stage = try SyncStage(pages.api)
        _ = try await stage.sync()
        pages.set([Self.record("a")], [Self.record("b")])
        var settings = SyncSettings()
        settings.keepsUnseenRecords = true
        _ = try await stage.sync(PublicRecord.schema, settings, isForced: true)
        settings.keepsUnseenRecords = false
        settings.maximumRecords = 1
        #expect(try await stage.sync(PublicRecord.schema, settings, isForced: true).isTruncated)
        settings.maximumRecords = 2
        #expect(try await !stage.sync(PublicRecord.schema, settings, isForced: true).isTruncated)
        #expect(try await stage.contents().count == 3)
        settings.maximumRecords = 3
        _ = try await stage.sync(PublicRecord.schema, settings, isForced: true)
        #expect(try await stage.contents().count == 2)
    }

    @Test func `a record of another user or another mode is not removed`() async throws {
        let pages = ScriptedPages([Self.record("a"), Self.record("b")])
        let stage = try SyncStage(pages.api)
        _ = try await stage.sync()
        pages.set([Self.record("c")])
        stage.user.signIn("grace")
        // Another user reads all records, because a sync of changes continues only the user's own.
        #expect(try await stage.sync().event.isFullSync)
        #expect(try await stage.contents().keys.sorted() == ["a", "b", "c"])
        pages.set([Self.record("a")])
        stage.user.signIn("ada")
        #expect(try await stage.sync().event.deleted == 1)
        #expect(try await stage.contents().keys.sorted() == ["a", "c"])
    }

    @Test func `a record with a change in the outbox stays as it is, and is read again later`() async throws {
        let pages = ScriptedPages([Self.record("a", 1, "1"), Self.record("b", 1, "2")])
        let stage = try SyncStage(pages.api)
        _ = try await stage.sync()
        try await stage.enqueue(PublicRecord(id: "a", content: "1"))
        pages.set([Self.record("a", 2, "theirs", changedAt: 1_799_999_999_000)], startedAt: 1_800_000_000_500)
        #expect(try await stage.sync(isForced: true).event.updated == 0)
        #expect(try await stage.contents() == ["a": "1"])
        try await stage.emptyOutbox()
        stage.api.forgetRequests()
        // The next sync begins with the change that was skipped.
        #expect(try await stage.sync().event.updated == 1)
        #expect(stage.api.requests.map(\.lastSync) == [1_799_999_999_000])
        #expect(try await stage.contents() == ["a": "theirs"])

        try await stage.enqueue(PublicRecord(id: "a", content: "theirs"))
        pages.set([])
        #expect(try await stage.sync(isForced: true).event.deleted == 0)
        try await stage.emptyOutbox()
        #expect(try await stage.sync(isForced: true).event.deleted == 1)
    }

    @Test func `a page that fails ends the sync, and the next one reads all records`() async throws {
        let pages = ScriptedPages([Self.record("a")], [Self.record("b")])
        let stage = try SyncStage(pages.api)
        pages.fail(page: 1, .failure(.networkError("", nil, nil)))
        await #expect(throws: ModelSyncFailure.self) { try await stage.sync() }
        #expect(try await stage.contents().keys.sorted() == ["a"])
        #expect(try await stage.sync().event.isFullSync)
        #expect(try await stage.contents().keys.sorted() == ["a", "b"])
    }

    @Test func `a mode that is refused for a later page gives way to the next one, which reads all pages`() async throws
    {
        let schema = SeveralModesRecord.schema
        let api = ScriptedAPI { request in
            if request.mode == .amazonCognitoUserPools, request.nextToken != nil {
                return .errors([.ofType("Unauthorized")])
            }
            return .value(SyncQueryResult.page([], nextToken: request.nextToken == nil ? "1" : nil))
        }
        let stage = try SyncStage(api, [schema])
        #expect(try await stage.sync(schema).event.isFullSync)
        let pool = "AMAZON_COGNITO_USER_POOLS"
        #expect(api.modes == [pool, pool, "API_KEY", "API_KEY"])
    }

    @Test func `a sync takes a record once more that only an event has brought`() async throws {
        let pages = ScriptedPages([Self.record("a")])
        let stage = try SyncStage(pages.api)
        _ = try await stage.sync()
        let mode = SyncMode(choice: .designated(.apiKey), caller: stage.user.current)
        let events = [Self.record("b", 1, "without a protected value"), Self.record("c", 1, "left")]
        try await stage.store.write { writer in
            _ = try writer.apply(events, of: PublicRecord.schema, origin: mode.origin(predicate: nil).ofEvents)
        }
        pages.set([Self.record("b", 1, "whole")])
        #expect(try await stage.sync().event.updated == 1)
        #expect(try await stage.contents() == ["a": "", "b": "whole", "c": "left"])
        #expect(try await stage.sync().event.updated == 0)
        // The view of the events is the one of the sync.
        #expect(try await stage.sync(isForced: true).event.deleted == 2)
        #expect(try await stage.contents() == ["b": "whole"])
    }

    @Test func `pages of large records have fewer of them`() async throws {
        let pages = ScriptedPages([Self.record("a")], [Self.record("b")], [Self.record("c")])
        let api = ScriptedAPI { request in
            if let limit = request.limit, limit <= 100 { return pages.answer(request) }
            return .failure(.networkError("", nil, URLError(.dataLengthExceedsMaximum)))
        }
        let stage = try SyncStage(api)
        #expect(try await stage.sync().event.added == 3)
        #expect(api.requests.map(\.limit) == [1_000, 250, 62, 62, 62])
    }

    @Test func `a token that repeats ends the sync`() async throws {
        let api = ScriptedAPI { _ in .value(SyncQueryResult.page([], nextToken: "again")) }
        let stage = try SyncStage(api)
        await #expect(throws: ModelSyncFailure.self) { try await stage.sync() }
        #expect(api.requests.count == 2)
    }
}
