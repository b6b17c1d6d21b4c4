// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient
import GatehouseCrypto
import Synchronization

/// Sends the events of the outbox: several at a time, and each after the earlier ones that it depends on.
///
/// An event whose user is not signed in waits, and with it the later events that need its record. Decisions about answers
/// are made by `SendOutcome`; this type only carries them out.
actor OutboxSender {
    /// The greatest number of events that are on their way at a time.
    ///
    /// A single one leaves the connection idle while the service and the store work.
    static let mostUnderWay = 8
    /// The number of events that are read at once.
    private static let batchSize = 64

    let store: LocalStore
    let service: OutboxService
    let handlers: DataStoreHandlers
    let reports: HubReports
    let clock: ClientClock
    /// Numbers the writes of the sender.
    let statuses = OutboxStatuses()
    private let entropy: Entropy
    private let user: @Sendable () async -> String?
    private let mostUnderWay: Int
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
    private var pauses = SendPauses()
    /// The events that wait for a sign-in.
    private var held: Set<MutationEvent.EventIdentifier> = []
    /// The events that come next.
    private var queue = OutboxQueue()
    /// The events that are on their way, each with the number of resumes before it.
    private var underWay: [MutationEvent.EventIdentifier: Int] = [:]
    /// The number of calls of ``resume()``.
    private var resumes = 0
    /// The number of calls of ``wake()``.
    private var wakes = 0
    /// The number of the last status that was reported.
    private var lastStatus = 0
    private var hasBegun = false
    /// Lets the sender look for events that can be sent.
    private var signal: AsyncStream<Void>.Continuation?
    /// Signals the end of the next pause.
    private var timer: (end: Duration, task: Task<Void, Never>)?

    /// Makes a sender; ``run()`` starts it.
    ///
    /// - Parameters:
    ///   - store: the store with the outbox.
    ///   - service: the requests.
    ///   - handlers: the app's handlers of errors and conflicts.
    ///   - reports: the Hub's events.
    ///   - clock: measures pauses.
    ///   - entropy: the source of the pauses' random part.
    ///   - mostUnderWay: the number of events that are on their way at a time.
    ///   - user: the signed-in user, in the form that the events have; nil without one.
    init(
        store: LocalStore, service: OutboxService, handlers: DataStoreHandlers, reports: HubReports,
        clock: ClientClock, entropy: Entropy, mostUnderWay: Int = OutboxSender.mostUnderWay,
        user: @escaping @Sendable () async -> String?
    ) {
        self.store = store
        self.mostUnderWay = mostUnderWay
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

    /// Sends until the task is cancelled, and returns when no request is under way.
    ///
    /// An event whose answer has not arrived by then is sent again by the next run.
    func run() async {
        let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.signal = signal
        queue = OutboxQueue()
        held = []
        hasBegun = false
        pauses.wake()
        signal.yield()
        await withDiscardingTaskGroup { requests in
            for await _ in signals {
                while let sent = await nextToSend() { requests.addTask { await self.deliver(sent) } }
                setTimer()
            }
        }
        self.signal = nil
        timer?.task.cancel()
        timer = nil
    }

    /// Reports that events were added.
    func wake() {
        wakes += 1
        queue.noteFurther()
        signal?.yield()
    }

    /// Ends the present pauses, because the network works again or the app wants it.
    ///
    /// Events that wait for a sign-in are tried as well: a provider without a network may only have had no token.
    func resume() {
        resumes += 1
        held = []
        queue = OutboxQueue()
        pauses.wake()
        signal?.yield()
    }

    // MARK: - The next event

    /// The next event that can be sent, marked as being sent; nil for none at present.
    private func nextToSend() async -> SentEvent? {
        // A service that seems to be out of reach is tried with one event.
        while !Task.isCancelled, underWay.count < (pauses.isDoubtful ? 1 : mostUnderWay),
            pauses.rest(at: clock.uptime()) == nil
        {
            do throws(DataStoreError) {
                try await prepare()
                guard let entry = try await next() else { return nil }
                if let sent = try await begun(entry) { return sent }
            } catch {
                note(error)
            }
        }
        return nil
    }

    private func prepare() async throws(DataStoreError) {
        guard !hasBegun else { return }
        let statuses = statuses
        let status = try await store.write(.process) { writer in
            try writer.resetInProcess()
            return try statuses.status(after: writer)
        }
        hasBegun = true
        report(status)
    }

    /// The next event of the queue that can be sent; nil for none.
    private func next() async throws(DataStoreError) -> OutboxEntry? {
        let user = await self.user()
        while true {
            let uptime = clock.uptime()
            if let entry = queue.next(for: user, { readiness(of: $0, at: uptime) }) { return entry }
            guard !queue.isWhole else { return nil }
            // The events that were read wait: for each other, for a pause, or for another user. Later ones may not.
            let (last, count) = (queue.lastSequence, max(Self.batchSize, queue.events.count))
            let (resumes, wakes) = (resumes, wakes)
            let further = try await store.read { try $0.events(after: last, limit: count) }
            // The queue begins anew if it was emptied in the meantime.
            guard resumes == self.resumes else { continue }
            queue.append(further.map(groups.queued), isWhole: further.count < count && wakes == self.wakes)
        }
    }

    private func readiness(of id: MutationEvent.EventIdentifier, at uptime: Duration) -> OutboxQueue.Readiness {
        underWay[id] != nil || held.contains(id) ? .waits : pauses.readiness(of: id, at: uptime)
    }

    /// Marks an event as being sent, and announces it.
    ///
    /// - Returns: nil if the event cannot be sent now: the app has changed or removed it, or its record cannot be read.
    private func begun(_ entry: OutboxEntry) async throws(DataStoreError) -> SentEvent? {
        let id = entry.event.id
        underWay[id] = resumes
        var sent: SentEvent?
        defer { if sent == nil { underWay[id] = nil } }
        switch try await begin(entry.event, like: entry.event.json) {
        case .begun(let begun): sent = begun
        case .changed(let entry): queue.replace(groups.queued(entry))
        case .left: queue.remove(id)
        }
        return sent
    }

    // MARK: - One event

    /// Sends an event until it is decided or has to wait.
    private func deliver(_ first: SentEvent) async {
        var sent = first
        do throws(DataStoreError) {
            while !Task.isCancelled {
                let outcome = await outcome(of: sent)
                // A cancelled request says nothing about the event.
                guard outcome.isAnswer || !Task.isCancelled else { break }
                guard let again = try await settle(outcome, of: sent), !Task.isCancelled else { break }
                sent = again
            }
        } catch {
            note(error)
        }
        underWay[first.entry.event.id] = nil
        signal?.yield()
    }

    /// Takes a failure of the store, for example because the disk is full.
    private func note(_ error: DataStoreError) {
        if Task.isCancelled { return }
        handlers.report(error)
        pauses.fail(nil, isGeneral: true, told: nil, at: clock.uptime(), entropy)
    }

    /// Forgets an event that has left the outbox.
    func forget(_ id: MutationEvent.EventIdentifier) {
        marks.forget(id)
        pauses.forget(id)
        held.remove(id)
        queue.remove(id)
    }

    /// Reports whether events wait, unless a later write was reported already.
    func report(_ status: OutboxStatus) {
        guard status.number > lastStatus else { return }
        lastStatus = status.number
        reports.outboxStatus(isEmpty: status.isEmpty)
    }

    // MARK: - Pauses

    /// Begins a pause after the failure of an event.
    ///
    /// - Parameters:
    ///   - event: the event. One that was sent before a resume is sent again at once.
    ///   - isGeneral: whether other events would fail, too.
    ///   - told: the time that the service wants; nil for none.
    func fail(_ event: MutationEvent, isGeneral: Bool, told: Duration?) {
        guard underWay[event.id] == resumes else { return }
        pauses.fail(event.id, isGeneral: isGeneral, told: told, at: clock.uptime(), entropy)
    }

    /// Makes the next pause short, since the service has answered.
    func succeed() {
        pauses.succeed()
    }

    /// Makes an event wait for a sign-in, unless it was sent before a resume.
    func hold(_ event: MutationEvent) {
        guard underWay[event.id] == resumes else { return }
        held.insert(event.id)
    }

    /// Lets the sender look for events again when the next pause ends.
    private func setTimer() {
        let uptime = clock.uptime()
        let end = pauses.nextEnd(after: uptime)
        guard end != timer?.end else { return }
        timer?.task.cancel()
        timer = nil
        guard let end else { return }
        let task = Task { [clock] in
            do { try await clock.sleep(end - uptime) } catch { return }
            self.pauseHasEnded(end)
        }
        timer = (end, task)
    }

    private func pauseHasEnded(_ end: Duration) {
        if timer?.end == end { timer = nil }
        signal?.yield()
    }
}

/// Whether events wait, as a write has left the outbox.
struct OutboxStatus: Sendable {
    /// Whether no event waits or is on its way.
    let isEmpty: Bool
    /// The number of the write.
    let number: Int
}

/// Numbers the writes of a sender in the order in which the store makes them.
///
/// The answers to writes that were made together arrive in any order, and the last write counts.
final class OutboxStatuses: Sendable {
    private let last = Mutex(0)

    /// The status after a write.
    ///
    /// - Throws: `DatabaseError`.
    func status(after writer: StoreWriter) throws -> OutboxStatus {
        let isEmpty = try writer.reader.isOutboxEmpty()
        let number = last.withLock { last in
            last += 1
            return last
        }
        return OutboxStatus(isEmpty: isEmpty, number: number)
    }
}
