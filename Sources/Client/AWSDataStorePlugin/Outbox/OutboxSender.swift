// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto

/// Sends the events of the outbox: one at a time over all models, the oldest one first.
///
/// An event whose user is not signed in waits, and with it the later events of its group. Decisions about answers are
/// made by `SendOutcome`; this type only carries them out.
actor OutboxSender {
    /// The number of events that are read at once.
    private static let batchSize = 64

    let store: LocalStore
    let service: OutboxService
    let handlers: DataStoreHandlers
    let reports: HubReports
    let clock: ClientClock
    private let entropy: Entropy
    private let user: @Sendable () async -> String?
    /// Called when an event of a record has left the outbox.
    private(set) var settled: @Sendable (ModelName, String) async -> Void = { _, _ in }
    private let groups: OutboxGroups

    /// What is known of events only as long as the process runs.
    struct Marks {
        /// Events with an answer that could not be decoded.
        var undecodable: Set<MutationEvent.EventIdentifier> = []
        /// Events that are sent for a decision of the app.
        var decided: Set<MutationEvent.EventIdentifier> = []
        /// Events that were reported to the Hub.
        var announced: Set<MutationEvent.EventIdentifier> = []

        mutating func forget(_ id: MutationEvent.EventIdentifier) {
            undecodable.remove(id)
            decided.remove(id)
            announced.remove(id)
        }
    }

    var marks = Marks()
    private var backoff = SendBackoff()
    /// The groups whose oldest event waits for a sign-in.
    private var held: Set<String> = []
    /// The events that come next, as they were when they were read.
    private var batch: [OutboxEntry] = []
    private var hasBegun = false
    private var isWoken = false
    private var waker: AsyncStream<Void>.Continuation?

    /// Makes a sender; ``run()`` starts it.
    ///
    /// - Parameters:
    ///   - store: the store with the outbox.
    ///   - service: the requests.
    ///   - handlers: the app's handlers of errors and conflicts.
    ///   - reports: the Hub's events.
    ///   - clock: measures pauses.
    ///   - entropy: the source of the pauses' random part.
    ///   - user: the signed-in user, in the form that the events have; nil without one.
    init(
        store: LocalStore, service: OutboxService, handlers: DataStoreHandlers, reports: HubReports,
        clock: ClientClock, entropy: Entropy, user: @escaping @Sendable () async -> String?
    ) {
        self.store = store
        self.service = service
        self.handlers = handlers
        self.reports = reports
        self.clock = clock
        self.entropy = entropy
        self.user = user
        groups = OutboxGroups(store.catalog.ordered)
    }

    /// Sets what is called when an event of a record has left the outbox: changes of the service that were ignored because
    /// of the event can be applied then.
    func whenSettled(_ body: @escaping @Sendable (_ model: ModelName, _ key: String) async -> Void) {
        settled = body
    }

    /// Sends until the task is cancelled.
    ///
    /// An event whose answer has not arrived by then is sent again by the next run.
    func run() async {
        batch = []
        held = []
        hasBegun = false
        backoff.wake()
        while !Task.isCancelled {
            isWoken = false
            await drain()
            await pause(backoff.rest(at: clock.uptime()))
        }
    }

    /// Reports that events were added.
    func wake() {
        isWoken = true
        waker?.yield()
    }

    /// Reports that the network works again, so that the present pause ends.
    func networkReturned() {
        backoff.wake()
        wake()
    }

    /// Reports a sign-in, a sign-out or new rights, so that events that waited for it are sent.
    func signInChanged() {
        held = []
        batch = []
        networkReturned()
    }

    /// Sends all events that can be sent now.
    private func drain() async {
        while !Task.isCancelled, backoff.rest(at: clock.uptime()) == nil {
            do throws(DataStoreError) {
                try await prepare()
                guard let entry = try await next() else { return }
                try await send(entry)
            } catch {
                // The store has failed, for example because the disk is full.
                if Task.isCancelled { return }
                handlers.report(error)
                fail(told: nil)
            }
        }
    }

    private func prepare() async throws(DataStoreError) {
        guard !hasBegun else { return }
        let isEmpty = try await store.write(.process) { writer in
            try writer.resetInProcess()
            return try writer.reader.isOutboxEmpty()
        }
        hasBegun = true
        reports.outboxStatus(isEmpty: isEmpty)
    }

    /// The next event that may be sent, taken from the batch; nil for none.
    private func next() async throws(DataStoreError) -> OutboxEntry? {
        let user = await self.user()
        if let index = groups.next(in: batch, for: user, blocked: held) { return batch.remove(at: index) }
        var limit = Self.batchSize
        while true {
            let count = limit
            batch = try await store.read { try $0.nextEvents(limit: count) }
            if let index = groups.next(in: batch, for: user, blocked: held) { return batch.remove(at: index) }
            // All that were read wait for another user: the next ones may not.
            guard batch.count == limit else { return nil }
            limit *= 8
        }
    }

    private func send(_ entry: OutboxEntry) async throws(DataStoreError) {
        guard var sent = try await begin(entry.event) else { return }
        if marks.announced.insert(entry.event.id).inserted {
            reports.outboxMutationEnqueued(
                .fromModelWithoutMetadata(modelName: sent.schema.name, model: sent.record))
            reports.outboxStatus(isEmpty: false)
        }
        while true {
            let outcome = await outcome(of: sent)
            // A cancelled request says nothing about the event.
            guard outcome.isAnswer || !Task.isCancelled else { return }
            guard let again = try await settle(outcome, of: sent), !Task.isCancelled else { return }
            sent = again
        }
    }

    // MARK: - Pauses

    /// Begins a pause after a failure.
    func fail(told: Duration?) {
        batch = []
        backoff.fail(told: told, at: clock.uptime(), entropy)
    }

    /// Makes the next pause short, since the service has answered.
    func succeed() {
        backoff.reset()
    }

    /// Makes the group of an event wait for a sign-in.
    func hold(_ event: MutationEvent) {
        held.insert(groups.group(of: event))
        batch = []
    }

    /// Forgets the events that were read, since one of them was changed or removed.
    func forgetBatch() {
        batch = []
    }

    /// Waits for a call of ``wake()``, at most for a duration; nil for any time.
    private func pause(_ duration: Duration?) async {
        guard !isWoken else { return }
        let (wakes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        waker = continuation
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in wakes { return }
            }
            if let duration {
                group.addTask { [clock] in try? await clock.sleep(duration) }
            }
            _ = await group.next()
            group.cancelAll()
        }
        waker = nil
    }
}
