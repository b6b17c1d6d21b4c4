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

        init(_ answers: [Answer]) {
            self.answers = Mutex(answers)
        }

        /// The next answer of the script; after its end, the service accepts each change.
        func answer(_ event: SentEvent) throws(RemoteFailure) -> MutationSync<AnyModel> {
            sent.withLock { $0.append(event) }
            let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
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
            mutate: { (event) async throws(RemoteFailure) -> MutationSync<AnyModel> in try script.answer(event) },
            find: { (_) async throws(RemoteFailure) -> MutationSync<AnyModel>? in script.found.withLock { $0 } })
        sender = OutboxSender(
            store: app.store, service: service, handlers: handlers,
            reports: HubReports(send: { reporting.yield(SenderStage.words($0)) }), clock: app.clock.clock,
            entropy: .seeded(1), user: { script.user.withLock { $0 } })
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
