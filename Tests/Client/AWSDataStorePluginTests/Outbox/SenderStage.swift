// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseCrypto
import GatehouseTestSupport
import Synchronization

@testable import AWSDataStorePlugin

/// A sender with a real store, whose service follows a script.
///
/// The script is what a test of faults needs: each way in which a request can fail, in a given order. Tests with two
/// devices exchange records with the real server.
final class SenderStage: Sendable {
    /// An answer of the service to an event.
    typealias Answer = @Sendable (SentEvent) -> Result<MutationSync<AnyModel>, RemoteFailure>

    let app: OutboxFixture
    let sender: OutboxSender
    private let script: Script
    private let reports: AsyncStream<String>
    private let errors: AsyncStream<DataStoreError>

    private final class Script: Sendable {
        let answers: Mutex<[Answer]>
        let found = Mutex<MutationSync<AnyModel>?>(nil)
        let sent = Mutex<[SentEvent]>([])
        let user = Mutex<String?>("ada")
        /// The lasting answers to the events of records, by their keys.
        let lasting = Mutex<[String: Answer]>([:])
        /// What the answers to the events of records wait for, by their keys.
        let gates = Mutex<[String: Latch]>([:])
        /// The numbers of requests under way: now, and the greatest one.
        let load = Mutex((now: 0, most: 0))

        init(_ answers: [Answer]) {
            self.answers = Mutex(answers)
        }

        /// The lasting answer for the record, or the next one of the script; after its end, the service accepts each
        /// change.
        func answer(_ event: SentEvent) async throws(RemoteFailure) -> MutationSync<AnyModel> {
            // Before the request shows: a test changes the answers after it has seen one.
            let lasting = lasting.withLock { $0[event.key] }
            load.withLock { load in
                load.now += 1
                load.most = max(load.most, load.now)
            }
            defer { load.withLock { $0.now -= 1 } }
            sent.withLock { $0.append(event) }
            let answer = lasting ?? answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let gate = gates.withLock({ $0[event.key] }) {
                await gate.wait()
                if Task.isCancelled { throw .network(CancellationError()) }
            }
            return try (answer ?? SenderStage.accept)(event).get()
        }
    }

    /// Makes a stage.
    ///
    /// - Parameters:
    ///   - answers: the script.
    ///   - decide: the app's handler of conflicts.
    /// - Throws: the error of the store's opening.
    init(
        _ answers: [Answer] = [],
        decide: @escaping @Sendable (DataStoreConflict) -> DataStoreConflictHandlerResult = { _ in .applyRemote }
    ) throws {
        app = try OutboxFixture()
        let script = Script(answers)
        self.script = script
        let (reports, reporting) = AsyncStream.makeStream(of: String.self)
        let (errors, failing) = AsyncStream.makeStream(of: DataStoreError.self)
        self.reports = reports
        self.errors = errors
        let handlers = DataStoreHandlers(
            .custom(
                errorHandler: { error in if let error = error as? DataStoreError { failing.yield(error) } },
                threeWayConflictHandler: { decide($0) }))
        let service = OutboxService(
            mutate: { (event) async throws(RemoteFailure) -> MutationSync<AnyModel> in
                try await script.answer(event)
            },
            find: { (_) async throws(RemoteFailure) -> MutationSync<AnyModel>? in script.found.withLock { $0 } })
        sender = OutboxSender(
            store: app.store, service: service, handlers: handlers,
            reports: HubReports(send: { reporting.yield(SenderStage.words($0)) }), clock: app.clock.clock,
            entropy: .seeded(1), mostUnderWay: OutboxSender.mostUnderWay, user: { script.user.withLock { $0 } })
    }

    /// The service accepts the change.
    static let accept: Answer = { event in
        .success(.of(event.record, version: event.nextVersion, deleted: event.kind == .delete))
    }

    /// The service fails.
    static func fail(_ failure: RemoteFailure) -> Answer { { _ in .failure(failure) } }

    /// The events that were sent: kind, key and version.
    var sent: [String] {
        script.sent.withLock { sent in
            sent.map { "\($0.kind.rawValue) \($0.key)" + ($0.version.map { " of \($0)" } ?? "") }
        }
    }

    /// Sets the record that the service has when the sender looks for one.
    func setFound(_ record: MutationSync<AnyModel>) { script.found.withLock { $0 = record } }

    /// Sets the answer to each event of a record; nil for the script.
    func setAnswer(_ answer: Answer?, for key: String) { script.lasting.withLock { $0[key] = answer } }

    /// Holds the answers to the events of a record back until the latch is opened.
    func holdBack(_ key: String) -> Latch {
        let gate = Latch()
        script.gates.withLock { $0[key] = gate }
        return gate
    }

    /// The greatest number of requests that were under way at a time.
    var mostUnderWay: Int { script.load.withLock { $0.most } }

    /// The number of requests that are under way.
    var underWay: Int { script.load.withLock { $0.now } }

    /// Sets the signed-in user.
    func setUser(_ user: String?) { script.user.withLock { $0 = user } }

    /// The next error of the app's handler.
    func nextError() async -> DataStoreError? {
        for await error in errors { return error }
        return nil
    }

    /// Runs the sender until a report.
    ///
    /// - Returns: the reports, up to that one.
    @discardableResult
    func run(until last: String = "outboxStatus empty") async -> [String] {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.sender.run() }
            var seen: [String] = []
            for await report in reports {
                seen.append(report)
                if report == last { break }
            }
            group.cancelAll()
            return seen
        }
    }

    private static func words(_ payload: HubPayload) -> String {
        let name = payload.eventName.replacing("DataStore.", with: "")
        switch payload.data {
        case let status as OutboxStatusEvent: return "\(name) \(status.isEmpty ? "empty" : "waits")"
        case let event as OutboxMutationEvent:
            return "\(name) \(event.element.model.identifier)" + (event.element.version.map { " \($0)" } ?? "")
        case let event as MutationEvent: return "\(name) \(event.modelId)"
        default: return name
        }
    }
}
