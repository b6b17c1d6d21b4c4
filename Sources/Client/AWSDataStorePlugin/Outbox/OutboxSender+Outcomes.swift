// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import GatehouseClient

extension OutboxSender {
    /// The result of the beginning of an event.
    enum Beginning: Sendable {
        /// It is marked as being sent.
        case begun(SentEvent)
        /// The app has changed its content since it was read, and it is not marked.
        case changed(OutboxEntry)
        /// It has left the outbox, or cannot be read.
        case left
    }

    /// Marks an event as being sent, reads its record, and announces it once.
    ///
    /// - Parameters:
    ///   - waiting: the event. The app receives one that cannot be read.
    ///   - json: the content by which its order was chosen; nil for an event that is sent again.
    /// - Returns: the result.
    /// - Throws: `DataStoreError` of the store.
    func begin(_ waiting: MutationEvent, like json: String? = nil) async throws(DataStoreError) -> Beginning {
        let statuses = statuses
        let (begun, changed, status) = try await store.write(.process) {
            (writer) throws -> (BegunEvent?, OutboxEntry?, OutboxStatus) in
            let status = try statuses.status(after: writer)
            if let json, let present = try writer.reader.event(id: waiting.id), present.event.json != json {
                return (nil, present, status)
            }
            return (try writer.begin(waiting), nil, status)
        }
        if let changed { return .changed(changed) }
        guard let begun else { return .left }
        let event = begun.entry.event
        do {
            let schema = try store.catalog.table(of: event.modelName).schema
            let sent = SentEvent(
                entry: begun.entry, record: try event.decodeModel(), schema: schema, version: begun.version,
                unknownNames: begun.unknownNames, wasUndecodable: marks.undecodable.contains(event.id),
                isDecision: marks.decided.contains(event.id))
            announce(sent, status)
            return .begun(sent)
        } catch {
            let cause: any AmplifyError =
                (error as? any AmplifyError)
                ?? DataStoreError.decodingError(
                    "The record of a change cannot be read by the model \(event.modelName): \(error)",
                    "Save the record again")
            // A later version of the app may read it.
            let status = try await store.write(.process) { writer in
                try writer.setReadable(false, event: event.id)
                return try statuses.status(after: writer)
            }
            handlers.report(DataStoreError.api(cause, event))
            await finish(event, status)
            return .left
        }
    }

    private func announce(_ sent: SentEvent, _ status: OutboxStatus) {
        guard marks.announced.insert(sent.entry.event.id).inserted else { return }
        reports.outboxMutationEnqueued(.fromModelWithoutMetadata(modelName: sent.schema.name, model: sent.record))
        report(OutboxStatus(isEmpty: false, number: status.number))
    }

    /// Sends an event and decides about the answer.
    func outcome(of sent: SentEvent) async -> SendOutcome {
        if sent.mayBeAppliedTwice, let outcome = await outcomeOfEarlierAttempt(sent) { return outcome }
        do throws(RemoteFailure) {
            return SendOutcome(try await service.mutate(sent))
        } catch {
            let outcome = SendOutcome(error, of: sent)
            guard case .examine = outcome else { return outcome }
            return await examined(sent)
        }
    }

    /// Looks for the effect of an earlier attempt, whose answer may have been lost.
    ///
    /// - Returns: nil if the event has to be sent.
    private func outcomeOfEarlierAttempt(_ sent: SentEvent) async -> SendOutcome? {
        do throws(RemoteFailure) {
            return SendOutcome.beforeRepetition(try await service.find(sent), of: sent)
        } catch {
            // The user may change the record without the right to read it.
            return SendOutcome(passing: error, of: sent)
        }
    }

    /// Decides with the service's record, after a change whose condition does not hold.
    private func examined(_ sent: SentEvent) async -> SendOutcome {
        do throws(RemoteFailure) {
            return SendOutcome(examined: try await service.find(sent), of: sent)
        } catch {
            return SendOutcome(passing: error, of: sent) ?? .conditionFailed(nil)
        }
    }

    /// Carries out a decision.
    ///
    /// - Returns: the event if it has to be sent again at once.
    func settle(_ outcome: SendOutcome, of sent: SentEvent) async throws(DataStoreError) -> SentEvent? {
        switch outcome {
        case .done(let answer?, let told):
            succeed()
            try await accept(answer, of: sent, told: told)
        case .done(nil, let told):
            succeed()
            try await remove(sent.entry.event, told: told, isGivenUp: false)
        case .retry(let pause, let isGeneral, let error):
            fail(sent.entry.event, isGeneral: isGeneral, told: pause)
            try await postpone(sent.entry.event, error)
        case .hold(let error):
            hold(sent.entry.event)
            try await postpone(sent.entry.event, error, isRefused: true)
        case .repeatOnce(let error):
            return try await repeated(sent, error)
        case .resolve(let remote, _):
            return try await resolve(sent, over: remote)
        case .replace(let tombstone):
            return try await decide(sent.record, isDelete: false, over: tombstone, for: sent)
        case .adopt(let remote, let told):
            try await adopt(remote, insteadOf: sent, told: told)
        case .examine:
            return try await settle(.conditionFailed(nil), of: sent)
        case .conditionFailed(let remote):
            reports.conditionalSaveFailed(sent.entry.event)
            if let remote {
                try await adopt(remote, insteadOf: sent, told: nil)
            } else {
                try await remove(sent.entry.event, told: nil, isGivenUp: false)
            }
        case .giveUp(let error):
            try await remove(sent.entry.event, told: error)
        }
        return nil
    }

    // MARK: - Steps

    private func accept(
        _ answer: MutationSync<AnyModel>, of sent: SentEvent, told: DataStoreError?
    ) async throws(DataStoreError) {
        let use = OutboxUse(isOn: true, now: clock.now())
        let statuses = statuses
        let (received, status) = try await store.write(.process) { writer in
            (try writer.accept(answer, of: sent, use), try statuses.status(after: writer))
        }
        for event in received { reports.syncReceived(event) }
        reports.outboxMutationProcessed(
            .fromModelWithMetadata(modelName: sent.schema.name, model: sent.record, mutationSync: answer))
        if let told { handlers.report(told) }
        await finish(sent.entry.event, status)
    }

    private func adopt(
        _ remote: MutationSync<AnyModel>, insteadOf sent: SentEvent, told: DataStoreError?
    ) async throws(DataStoreError) {
        let statuses = statuses
        let (received, status) = try await store.write(.process) { writer in
            (try writer.adopt(remote, insteadOf: sent), try statuses.status(after: writer))
        }
        for event in received { reports.syncReceived(event) }
        if let told { handlers.report(told) }
        await finish(sent.entry.event, status)
    }

    /// Removes an event, and tells the app why.
    private func remove(
        _ event: MutationEvent, told: DataStoreError?, isGivenUp: Bool = true
    ) async throws(DataStoreError) {
        let statuses = statuses
        let status = try await store.write(.process) { writer in
            if isGivenUp { try writer.giveUp(event) } else { try writer.remove(event: event.id) }
            return try statuses.status(after: writer)
        }
        if let told { handlers.report(told) }
        await finish(event, status)
    }

    private func finish(_ event: MutationEvent, _ status: OutboxStatus) async {
        forget(event.id)
        report(status)
        await settled(event.modelName, event.modelId)
    }

    private func postpone(
        _ event: MutationEvent, _ error: any Error, isRefused: Bool = false
    ) async throws(DataStoreError) {
        let reason = (error as? any AmplifyError)?.errorDescription ?? "\(error)"
        try await store.write(.process) { try $0.postpone(event, reason, isRefused: isRefused) }
    }

    private func repeated(_ sent: SentEvent, _ error: any Error) async throws(DataStoreError) -> SentEvent? {
        marks.undecodable.insert(sent.entry.event.id)
        try await postpone(sent.entry.event, error)
        guard case .begun(let again) = try await begin(sent.entry.event) else { return nil }
        return again
    }

    /// Asks the app to decide a conflict.
    private func resolve(
        _ sent: SentEvent, over remote: MutationSync<AnyModel>
    ) async throws(DataStoreError) -> SentEvent? {
        let conflict = DataStoreConflict(
            base: sent.entry.base.flatMap { try? ModelRegistry.decode(modelName: sent.schema.name, from: $0) },
            local: sent.record, remote: remote.model.instance, mutationType: sent.kind.graphQLMutationType)
        guard let decision = await handlers.decision(on: conflict) else { return nil }
        switch decision {
        case .applyRemote:
            return try await settle(.adopt(remote, told: nil), of: sent)
        case .retryLocal:
            return try await decide(sent.record, isDelete: sent.kind == .delete, over: remote, for: sent)
        case .retry(let record):
            guard let key = try? StoreWriter.key(of: record, sent.schema), key == sent.key else {
                let cause = CoreError.clientValidation(
                    "The conflict handler has returned a record with another key or of another model.",
                    "Return a record with the key of the conflict's records.")
                return try await settle(.giveUp(sent.error(cause)), of: sent)
            }
            return try await decide(record, isDelete: false, over: remote, for: sent)
        }
    }

    private func decide(
        _ record: any Model, isDelete: Bool, over remote: MutationSync<AnyModel>, for sent: SentEvent
    ) async throws(DataStoreError) -> SentEvent? {
        let entry = try await store.write(.process) { writer in
            try writer.decide(record, isDelete: isDelete, over: remote, for: sent)
        }
        marks.decided.insert(entry.event.id)
        return SentEvent(
            entry: entry, record: record, schema: sent.schema, version: entry.event.version,
            unknownNames: isDelete ? [:] : sent.unknownNames, wasUndecodable: sent.wasUndecodable, isDecision: true)
    }
}
