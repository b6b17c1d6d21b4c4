// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient

/// The reason why a sync of a model has ended before its last page.
enum ModelSyncFailure: Error, Sendable {
    /// The service has not answered with a page.
    case remote(RemoteFailure)
    /// The store has not taken a page.
    case store(DataStoreError)
}

/// The result of a sync of a model.
struct ModelSyncResult: Sendable {
    /// The event of the Hub.
    let event: ModelSyncedEvent
    /// The sync expression; nil for all records.
    let predicate: (any QueryPredicate)?
    /// The JSON of the sync expression.
    let predicateText: String?
    /// Whether the sync has ended at the greatest number of records, with further ones in the service.
    let isTruncated: Bool
    /// Whether each page had all of its records.
    let isWhole: Bool
    /// The errors beside the records of the first page that had any.
    let errors: [GraphQLError]
}

/// The sync of one model: the pages of the service, one after the other, into the store.
///
/// Its memory is two pages: while one is written, the next one is read.
struct ModelSync: Sendable {
    let store: LocalStore
    let remote: RemoteModels
    let settings: SyncSettings
    /// Receives the changes of each page after its commit.
    let receive: @Sendable (ReconcileCounts) async -> Void

    /// The part of a sync that is the same for all of its pages.
    private struct Course: Sendable {
        let schema: ModelSchema
        let predicate: (any QueryPredicate)?
        let text: String?
        let former: SyncPlan.Former
        var plan: SyncPlan
        var excluded: [AmplifyAuthorizationType] = []
        var mode: SyncMode?
        var received = 0
        /// The limit of the last page; nil before the first one.
        var limit: Int?
        var isWhole = true
        /// Whether the service could not read some records at present.
        var lacksForNow = false
        var errors: [GraphQLError] = []
        var counts = ReconcileCounts()
        /// The time of the first change that was skipped; nil if none was.
        var firstSkipped: Int64?

        /// Takes what a page says about the sync.
        mutating func take(_ page: RemoteModels.Page) {
            mode = page.mode
            limit = page.limit
            received += page.page.items.count
            if !page.isWhole { isWhole = false }
            if page.errors.contains(where: \.mayPass) { lacksForNow = true }
            if errors.isEmpty { errors = page.errors }
        }
    }

    /// Reads the records that have changed since the last sync, or all of them.
    ///
    /// - Parameters:
    ///   - schema: the model.
    ///   - isForced: whether all records are read in any case.
    /// - Returns: the result.
    /// - Throws: `ModelSyncFailure`. The pages that were read stay, and the next sync reads them again.
    @concurrent func run(
        _ schema: ModelSchema, isForced: Bool
    ) async throws(ModelSyncFailure) -> ModelSyncResult {
        var excluded: [AmplifyAuthorizationType] = []
        var refusal: PageFailure?
        while true {
            do throws(PageFailure) {
                return try await attempt(schema, isForced: isForced || !excluded.isEmpty, excluded)
            } catch {
                // The mode of the first pages is refused for a later one. Another mode may read all of them.
                if let mode = error.refusedMode {
                    excluded.append(mode)
                    refusal = error
                    remote.memory.forget(.sync, schema.name)
                } else if let refusal, error.isRefusalOfCaller {
                    throw refusal.failure
                } else {
                    throw error.failure
                }
            }
        }
    }

    private func attempt(
        _ schema: ModelSchema, isForced: Bool, _ excluded: [AmplifyAuthorizationType]
    ) async throws(PageFailure) -> ModelSyncResult {
        var course = try await newCourse(of: schema, isForced: isForced)
        course.excluded = excluded
        var page = try await first(&course)
        var isFirst = true
        while true {
            course.take(page)
            let token = page.page.nextToken
            let isLast = token == nil || course.received >= settings.maximumRecords
            let reading = course
            async let following: Result<RemoteModels.Page, PageFailure>? =
                isLast ? nil : result(of: reading, after: token)
            let counts = try await write(page, of: course, isFirst: isFirst)
            course.counts.add(counts)
            course.firstSkipped = [course.firstSkipped, counts.firstSkipped].compactMap(\.self).min()
            guard let next = try await following?.get() else { break }
            guard next.page.nextToken != token else { throw .remote(.undecodable(Self.sameToken), mode: nil) }
            page = next
            isFirst = false
        }
        return try await end(&course, page)
    }

    private func newCourse(of schema: ModelSchema, isForced: Bool) async throws(PageFailure) -> Course {
        let now = remote.clock.now()
        let predicate = settings.expression(schema.name)
        let text = predicate?.syncText(at: now)
        let former: SyncPlan.Former
        do throws(DataStoreError) {
            former = try await store.read { reader in
                let state = try reader.syncState(of: schema.name)
                return SyncPlan.Former(
                    lastSync: state?.lastSync, predicate: state?.syncPredicate,
                    origin: try reader.syncOrigin(of: schema.name))
            }
        } catch {
            throw .store(error)
        }
        let plan: SyncPlan =
            isForced ? .base : SyncPlan(after: former, predicate: text, interval: settings.interval, now: now)
        return Course(schema: schema, predicate: predicate, text: text, former: former, plan: plan)
    }

    /// Reads the first page, which shows the mode.
    private func first(_ course: inout Course) async throws(PageFailure) -> RemoteModels.Page {
        let page = try await read(course, after: nil)
        guard !course.plan.fits(page.mode.origin(predicate: course.text), after: course.former) else { return page }
        course.plan = .base
        return try await read(course, after: nil)
    }

    private func result(of course: Course, after token: String?) async -> Result<RemoteModels.Page, PageFailure> {
        do throws(PageFailure) {
            return .success(try await read(course, after: token))
        } catch {
            return .failure(error)
        }
    }

    private func read(_ course: Course, after token: String?) async throws(PageFailure) -> RemoteModels.Page {
        let most = settings.limit(after: course.received)
        var limit = min(most, course.limit ?? most)
        while true {
            do throws(RemoteFailure) {
                return try await remote.page(
                    course.schema, where: course.predicate, limit: limit, nextToken: token,
                    lastSync: course.plan.lastSync, mode: course.mode, excluding: course.excluded)
            } catch {
                // Of large records, fewer fit into an answer. The next pages keep the smaller limit.
                guard error.isOfTooLongAnswer, limit > 1 else {
                    throw .remote(error, mode: course.mode?.choice)
                }
                limit = max(1, limit / 4)
            }
        }
    }

    private func write(
        _ page: RemoteModels.Page, of course: Course, isFirst: Bool
    ) async throws(PageFailure) -> ReconcileCounts {
        let schema = course.schema
        let origin = page.mode.origin(predicate: course.text)
        let records = page.page.items
        let marksSeen = course.plan == .base && !settings.keepsUnseenRecords
        let counts: ReconcileCounts
        do throws(DataStoreError) {
            counts = try await store.write(.process) { writer in
                if marksSeen {
                    if isFirst { try writer.beginSeen(of: schema.name) }
                    try writer.markSeen(records.map(\.syncMetadata.modelId), of: schema.name)
                }
                return try writer.apply(records, of: schema, origin: origin, sameVersion: .complete)
            }
        } catch {
            throw .store(error)
        }
        await receive(counts)
        return counts
    }

    /// Removes what the service shows no longer, and notes the sync.
    private func end(
        _ course: inout Course, _ last: RemoteModels.Page
    ) async throws(PageFailure) -> ModelSyncResult {
        let schema = course.schema
        let isTruncated = last.page.nextToken != nil
        let origin = last.mode.origin(predicate: course.text)
        let marksSeen = course.plan == .base && !settings.keepsUnseenRecords
        if marksSeen, !isTruncated, course.isWhole, course.received < settings.maximumRecords {
            course.counts.add(try await removeUnseen(schema, origin))
        }
        // The next sync begins with the first change that the outbox has kept from the store. If the service could not read
        // some records, or if changes were left out, the next sync reads the same ones.
        let isCut = isTruncated && course.plan != .base
        let started = course.lacksForNow || isCut ? course.plan.lastSync : last.page.startedAt
        let lastSync = started.map { started in min(started, course.firstSkipped ?? started) }
        let state = ModelSyncMetadata(id: schema.name, lastSync: lastSync, syncPredicate: course.text)
        do throws(DataStoreError) {
            try await store.write(.process) { writer in
                if marksSeen { try writer.endSeen(of: schema.name) }
                try writer.put(state, origin: origin)
            }
        } catch {
            throw .store(error)
        }
        let isBase = course.plan == .base
        return ModelSyncResult(
            event: ModelSyncedEvent(
                modelName: schema.name, isFullSync: isBase, isDeltaSync: !isBase, added: course.counts.added,
                updated: course.counts.updated, deleted: course.counts.deleted),
            predicate: course.predicate, predicateText: course.text, isTruncated: isTruncated, isWhole: course.isWhole,
            errors: course.errors)
    }

    private func removeUnseen(
        _ schema: ModelSchema, _ origin: SyncOrigin
    ) async throws(PageFailure) -> ReconcileCounts {
        var all = ReconcileCounts()
        var hasMore = true
        while hasMore {
            let part: (counts: ReconcileCounts, hasMore: Bool)
            do throws(DataStoreError) {
                part = try await store.write(.process) { writer in try writer.removeUnseen(schema, origin) }
            } catch {
                throw .store(error)
            }
            await receive(part.counts)
            all.add(part.counts)
            hasMore = part.hasMore
        }
        return all
    }

    private static let sameToken = DataStoreError.sync(
        "The service repeats the token of a page", "Check the resolver of the sync query")
}

/// A failure of a page.
private enum PageFailure: Error {
    /// The service has not answered; the mode is the one of the pages before, if there are any.
    case remote(RemoteFailure, mode: AmplifyAuthorizationType?)
    case store(DataStoreError)

    /// The mode that the service has refused after it had accepted the mode for an earlier page; nil for other failures.
    var refusedMode: AmplifyAuthorizationType? {
        if case .remote(.unauthorized, mode: let mode) = self { mode } else { nil }
    }

    /// Whether the service has refused the caller.
    var isRefusalOfCaller: Bool {
        if case .remote(let failure, _) = self { failure.isRefusalOfCaller } else { false }
    }

    /// The failure of the sync.
    var failure: ModelSyncFailure {
        switch self {
        case .remote(let failure, _): .remote(failure)
        case .store(let error): .store(error)
        }
    }
}
