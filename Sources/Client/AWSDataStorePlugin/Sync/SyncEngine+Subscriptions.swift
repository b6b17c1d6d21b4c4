// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient

/// A subscription of the exchange.
struct SubscriptionName: Hashable, Sendable {
    let model: ModelName
    let type: GraphQLSubscriptionType

    /// The kinds of changes, each with a subscription of its own.
    static let types: [GraphQLSubscriptionType] = [.onCreate, .onUpdate, .onDelete]
}

/// The subscriptions of a model with the way of their events into the store.
struct EventLine: Sendable {
    let inbox = EventInbox()
    var subscriptions: [Task<Void, Never>] = []
    /// Writes the events; nil until the exchange releases them.
    var writing: Task<Void, Never>?
}

/// The sync expression of a model's last sync, which events must meet, too.
struct SyncView: Sendable {
    let predicate: (any QueryPredicate)?
    let text: String?

    /// Whether the record of an event belongs to the store.
    ///
    /// The service does not apply the sync expression to events. A record that the store has follows the service in any
    /// case.
    func includes(_ remote: MutationSync<AnyModel>, _ schema: ModelSchema, in reader: StoreReader) throws -> Bool {
        guard let predicate, !predicate.evaluate(target: remote.model.instance) else { return true }
        return try reader.metadata(of: schema.name, key: remote.syncMetadata.modelId) != nil
    }
}

extension SyncEngine {
    /// The greatest number of events of a transaction.
    private static let eventsAtOnce = 500

    /// Opens the subscriptions of all models, and waits until the service has accepted or refused each of them.
    func subscribe() async -> SyncMachine.Input? {
        guard !settings.disablesSubscriptions() else {
            reports.subscriptionsEstablished()
            return .done
        }
        let (ready, continuation) = AsyncStream.makeStream(of: RemoteFailure?.self)
        readiness = continuation
        unready = Set(
            order.models.flatMap { schema in
                SubscriptionName.types.map { SubscriptionName(model: schema.name, type: $0) }
            })
        for schema in order.models { open(schema) }
        if !unready.isEmpty {
            for await failure in ready {
                if let failure { return .failed(SyncMachine.Reason(failure)) }
                if unready.isEmpty { break }
            }
        }
        guard !Task.isCancelled else { return nil }
        readiness = nil
        reports.subscriptionsEstablished()
        return .done
    }

    private func open(_ schema: ModelSchema) {
        var line = EventLine()
        let inbox = line.inbox
        line.subscriptions = SubscriptionName.types.map { type in
            Task {
                let name = SubscriptionName(model: schema.name, type: type)
                do throws(RemoteFailure) {
                    try await remote.events(schema, type) { [weak self] news, mode in
                        switch news {
                        case .connected: await self?.connected(name, inbox)
                        // The next `connected` tells what to do.
                        case .interrupted: break
                        case .record(let record):
                            inbox.update { $0.add(EventBuffer.Event(record: record, mode: mode)) }
                        case .unreadable: inbox.update { $0.lose() }
                        }
                    }
                    ended(name, .network(Self.closed))
                } catch {
                    ended(name, error)
                }
            }
        }
        lines[schema.name] = line
    }

    /// Notes that the service has accepted a subscription.
    ///
    /// Events between an interruption and the new acceptance are lost, so that the model has to be synced.
    private func connected(_ name: SubscriptionName, _ inbox: EventInbox) {
        if unready.remove(name) == nil {
            inbox.update { $0.lose() }
        } else {
            readiness?.yield(nil)
        }
    }

    /// Takes the end of a subscription.
    ///
    /// A model without permission for a subscription is synced without it. Any other end starts the exchange again. Its
    /// syncs read the changes that were lost in between.
    private func ended(_ name: SubscriptionName, _ failure: RemoteFailure) {
        guard !Task.isCancelled else { return }
        guard unready.contains(name) else { return handle(.failed(SyncMachine.Reason(failure))) }
        switch failure {
        case .network, .unavailable, .undecodable:
            readiness?.yield(failure)
        case .signedOut, .unauthorized, .operationDisabled, .refused, .conflict, .conditionFailed, .partial:
            Amplify.log.info("\(name.model) has no subscription \(name.type.rawValue). \(failure.cause)")
            unready.remove(name)
            readiness?.yield(nil)
        }
    }

    private static let closed = DataStoreError.sync(
        "The service has ended a subscription", "The exchange starts again")

    /// Ends the subscriptions, and waits for the end of their tasks.
    func endSubscriptions() async {
        let ending = lines
        lines = [:]
        unready = []
        readiness?.finish()
        readiness = nil
        repeated = []
        let ofLines = ending.values.flatMap { line in line.subscriptions + [line.writing].compactMap(\.self) }
        let tasks = ofLines + [repeating].compactMap(\.self)
        for task in tasks { task.cancel() }
        for line in ending.values { line.inbox.finish() }
        for task in tasks { await task.value }
        repeating = nil
    }

    // MARK: - Events

    /// Lets the events of all models go to the store.
    func releaseEvents() {
        for schema in order.models {
            guard let inbox = lines[schema.name]?.inbox else { continue }
            inbox.update { $0.release() }
            lines[schema.name]?.writing = Task {
                for await _ in inbox.signals { await write(schema, inbox) }
            }
        }
    }

    private func write(_ schema: ModelSchema, _ inbox: EventInbox) async {
        while !Task.isCancelled {
            let events = inbox.take(Self.eventsAtOnce)
            guard let mode = events.first?.mode else { break }
            // An event for a user who has signed out does not get into the store of the next one. A user who only had no
            // token for a moment gets the record by a sync.
            guard await remote.session.caller() == mode.caller else {
                inbox.update { $0.lose() }
                continue
            }
            await write(events.map(\.record), schema, mode, inbox)
        }
        if inbox.needsSync { synchronizeAgain(schema) }
    }

    /// The sync expression of a model that the user may not sync.
    private func newView(of schema: ModelSchema) -> SyncView {
        let predicate = settings.expression(schema.name)
        let view = SyncView(predicate: predicate, text: predicate?.syncText(at: remote.clock.now()))
        views[schema.name] = view
        return view
    }

    private func write(
        _ records: [MutationSync<AnyModel>], _ schema: ModelSchema, _ mode: SyncMode, _ inbox: EventInbox
    ) async {
        let view = views[schema.name] ?? newView(of: schema)
        let origin = mode.origin(predicate: view.text).ofEvents
        do throws(DataStoreError) {
            let (counts, needsSync) = try await store.write(.process) { writer in
                let wanted = try records.filter { try view.includes($0, schema, in: writer.reader) }
                let clear = try wanted.filter { try !writer.reader.lacksValues($0, schema) }
                return (try writer.apply(clear, of: schema, origin: origin), clear.count < wanted.count)
            }
            take(counts, of: schema)
            if needsSync { inbox.update { $0.lose() } }
        } catch {
            handlers.report(error)
            handle(.failed(.other))
        }
    }
}
