// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseCrypto
import GatehouseTestSupport
@testable import GeneratedModels
import Synchronization

@testable import AWSDataStorePlugin

/// A real store, and a service that follows a script.
struct SyncStage {
    let clock = ManualClock()
    let store: LocalStore
    let api: ScriptedAPI
    let remote: RemoteModels
    let user: User
    private let folder: TemporaryFolder

    /// The signed-in user.
    final class User: Sendable {
        private let caller = Mutex(Caller(userPool: "ada", openID: nil))
        private let watchers = Mutex<[AsyncStream<Void>.Continuation]>([])

        var current: Caller { caller.withLock { $0 } }

        func signIn(_ name: String?) {
            caller.withLock { $0 = Caller(userPool: name, openID: nil) }
            for watcher in watchers.withLock({ $0 }) { watcher.yield() }
        }

        func changes() -> AsyncStream<Void> {
            let (changes, continuation) = AsyncStream.makeStream(of: Void.self)
            watchers.withLock { $0.append(continuation) }
            return changes
        }
    }

    init(_ api: ScriptedAPI, _ schemas: [ModelSchema] = [PublicRecord.schema]) throws {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
        folder = try TemporaryFolder()
        store = try LocalStore.open(
            StorePlace(folder: folder.path("store"), name: "test"), models: schemas, version: "1", clock: clock.clock
        ).store
        let user = User()
        self.user = user
        self.api = api
        remote = RemoteModels(
            api: api, strategy: .multiAuth,
            session: SignInState(
                caller: { user.current }, token: { _ in nil }, changes: { user.changes() }),
            clock: clock.clock, entropy: .seeded(1))
    }

    /// Syncs a model.
    func sync(
        _ schema: ModelSchema = PublicRecord.schema, _ settings: SyncSettings = SyncSettings(), isForced: Bool = false
    ) async throws(ModelSyncFailure) -> ModelSyncResult {
        let sync = ModelSync(store: store, remote: remote, settings: settings) { _ in }
        return try await sync.run(schema, isForced: isForced)
    }

    /// The contents of the store's records, by their keys.
    func contents() async throws -> [String: String] {
        let records = try await store.read { reader in
            try reader.anyRecords(of: PublicRecord.schema, where: nil).compactMap { $0 as? PublicRecord }
        }
        return Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0.content ?? "") })
    }

    /// Puts a change of a record into the outbox.
    func enqueue(_ record: PublicRecord) async throws {
        let event = try MutationEvent(
            model: record, modelSchema: PublicRecord.schema, mutationType: .update, version: 1)
        try await store.write { writer in _ = try writer.append(OutboxEntry(event: event, user: "userPool:ada")) }
    }

    /// Removes all changes from the outbox.
    func emptyOutbox() async throws {
        try await store.write { writer in
            for entry in try writer.reader.nextEvents(limit: 100) { try writer.remove(event: entry.event.id) }
        }
    }
}

/// The records of the service, page by page, which a test changes.
final class ScriptedPages: Sendable {
    private struct State {
        var pages: [[MutationSync<AnyModel>]] = [[]]
        var startedAt: Int64 = 1_800_000_000_000
        var failures: [Int: ScriptedAPI.Answer] = [:]
    }

    private let state = Mutex(State())

    init(_ pages: [MutationSync<AnyModel>]...) { state.withLock { $0.pages = pages } }

    func set(_ pages: [MutationSync<AnyModel>]..., startedAt: Int64 = 1_800_000_000_000) {
        state.withLock { state in
            state.pages = pages
            state.startedAt = startedAt
            state.failures = [:]
        }
    }

    /// Lets the request for a page have another answer, once.
    func fail(page: Int, _ answer: ScriptedAPI.Answer) { state.withLock { $0.failures[page] = answer } }

    func answer(_ request: ScriptedAPI.Request) -> ScriptedAPI.Answer {
        state.withLock { state in
            let number = request.nextToken.flatMap(Int.init) ?? 0
            if let failure = state.failures.removeValue(forKey: number) { return failure }
            let next = number + 1 < state.pages.count ? "\(number + 1)" : nil
            return .value(
                SyncQueryResult.page(state.pages[number], nextToken: next, startedAt: state.startedAt))
        }
    }

    /// The service with these pages.
    var api: ScriptedAPI { ScriptedAPI { [self] request in answer(request) } }
}
