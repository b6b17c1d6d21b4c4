// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify

/// An event on its way to the service.
struct SentEvent: Sendable {
    /// The event as it is sent, with the number of its attempts.
    var entry: OutboxEntry
    /// The record of the event.
    let record: any Model
    /// The model.
    let schema: ModelSchema
    /// The version that is sent; nil if none is known.
    var version: Int?
    /// The names of enumerations' values that the record has and the app's model does not know.
    var unknownNames: [ModelFieldName: String] = [:]
    /// Whether an earlier answer of this event could not be decoded.
    var wasUndecodable = false
    /// Whether the app has decided a conflict of this event, and the event is sent for that decision.
    var isDecision = false

    /// The kind of the change.
    var kind: MutationEvent.MutationType { entry.event.kind ?? .update }
    /// The key of the record.
    var key: String { entry.event.modelId }
    /// The version of the record after the mutation.
    var nextVersion: Int { kind == .create ? 1 : (version ?? 0) + 1 }
    /// Whether the event may have reached the service before.
    var isRepeated: Bool { entry.attempts > 1 }
    /// Whether the service may apply the change once more if it is sent again: it merges an update of an old version.
    var mayBeAppliedTwice: Bool { isRepeated && kind == .update }

    /// Whether a record of the service is what this event makes of it.
    ///
    /// The answer to an earlier attempt was lost then.
    func isMade(_ remote: MutationSync<AnyModel>) -> Bool {
        guard remote.syncMetadata.version == nextVersion else { return false }
        return kind == .delete ? remote.syncMetadata.deleted : hasContent(of: remote)
    }

    /// Whether a record of the service has what this event, a create or an update, makes of it: in its version, or in a
    /// later one.
    ///
    /// The service makes a later version of a change that it merges, or that the network has doubled.
    func isContained(in remote: MutationSync<AnyModel>) -> Bool {
        remote.syncMetadata.version >= nextVersion && hasContent(of: remote)
    }

    private func hasContent(of remote: MutationSync<AnyModel>) -> Bool {
        !remote.syncMetadata.deleted
            && RecordContent.isSame(sent: record, remote: remote.model.instance, schema)
    }

    /// An error of the event, for the app.
    func error(_ cause: any Error) -> DataStoreError {
        let amplifyError: any AmplifyError =
            (cause as? any AmplifyError)
            ?? APIError.operationError("The change of the record was not sent", "See the underlying error", cause)
        return .api(amplifyError, entry.event)
    }

    /// The error of an answer with errors, for the app.
    func error(_ errors: [GraphQLError]) -> DataStoreError {
        .api(GraphQLResponseError<MutationSync<AnyModel>>.error(errors), entry.event)
    }
}

/// What follows from the answer to an event, or from its absence.
enum SendOutcome: Sendable {
    /// The service has accepted the change: its record, and the error for the app if the answer has errors, too.
    case done(MutationSync<AnyModel>?, told: DataStoreError?)
    /// The event stays and is sent again after a pause, at least as long as the service wants.
    ///
    /// `isGeneral` says whether other events would fail, too, because no answer has arrived.
    case retry(after: Duration?, isGeneral: Bool, any Error)
    /// The event stays and is sent again once, because its answer could not be decoded.
    case repeatOnce(any Error)
    /// The event stays until the sign-in changes.
    case hold(any Error)
    /// The condition of the change does not hold, and the service's record is needed.
    case examine
    /// The service has a tombstone from before the create. Only an update of its version replaces it.
    case replace(tombstone: MutationSync<AnyModel>)
    /// The app decides between its record and the service's.
    case resolve(remote: MutationSync<AnyModel>, [GraphQLError])
    /// The service's record replaces the one of the store, with an error for the app.
    case adopt(MutationSync<AnyModel>, told: DataStoreError?)
    /// The condition of the change does not hold in the service, whose record may be known.
    case conditionFailed(MutationSync<AnyModel>?)
    /// The event is removed, and the app receives the reason. The record stays in the store.
    case giveUp(DataStoreError)
}

extension SendOutcome {
    /// Whether the service has accepted the change.
    var isAnswer: Bool { if case .done = self { true } else { false } }

    /// Decides about an answer.
    init(_ answer: MutationSync<AnyModel>) {
        self = .done(answer, told: nil)
    }

    /// Decides about a failure.
    init(_ failure: RemoteFailure, of sent: SentEvent) {
        switch failure {
        case .network(let error): self = .retry(after: nil, isGeneral: true, error)
        case .unavailable(let pause, let error): self = .retry(after: pause, isGeneral: false, error)
        case .signedOut(let error): self = .hold(error)
        case .unauthorized(let error): self = .giveUp(sent.error(error))
        case .operationDisabled(let errors), .refused(let errors): self = .giveUp(sent.error(errors))
        case .partial(let record, let errors):
            self = .done(record, told: Self.partialError(record, errors, of: sent))
        // The page of a proxy, or a part of an answer, says nothing about the change.
        case .undecodable(let error) where failure.isForeignAnswer:
            self = .retry(after: nil, isGeneral: false, error)
        case .undecodable(let error):
            self = sent.wasUndecodable ? .giveUp(sent.error(error)) : .repeatOnce(error)
        case .conditionFailed:
            // The service's record may be the one of an earlier attempt. Otherwise, it replaces the one of the store, which
            // has the refused change.
            self = .examine
        case .conflict(let remote, let errors):
            self = Self.conflict(remote, errors, of: sent)
        }
    }

    /// Decides about the failure of a look at the service's record; nil if it does not pass by itself.
    init?(passing failure: RemoteFailure, of sent: SentEvent) {
        let outcome = SendOutcome(failure, of: sent)
        guard case .retry = outcome else { return nil }
        self = outcome
    }

    /// Decides about a conflict.
    private static func conflict(
        _ remote: MutationSync<AnyModel>?, _ errors: [GraphQLError], of sent: SentEvent
    ) -> SendOutcome {
        guard let remote else { return .giveUp(sent.error(errors)) }
        if sent.isMade(remote) { return .done(remote, told: nil) }
        guard !remote.syncMetadata.deleted else {
            return .adopt(remote, told: sent.kind == .delete ? nil : conflictError(remote, errors, of: sent))
        }
        // The decision of the app is sent once.
        return sent.isDecision ? .giveUp(sent.error(errors)) : .resolve(remote: remote, errors)
    }

    /// Decides after an examination: the service's record, or nil if the service has none for the user.
    init(examined remote: MutationSync<AnyModel>?, of sent: SentEvent) {
        // After a repetition, the tombstone may be the one of the created record.
        if let remote, sent.kind == .create, !sent.isRepeated, remote.syncMetadata.deleted {
            self = .replace(tombstone: remote)
        } else if let remote, sent.kind == .create || sent.isRepeated, sent.isMade(remote) {
            self = .done(remote, told: nil)
        } else {
            self = .conditionFailed(remote)
        }
    }

    /// Decides before a repetition: the service's record, or nil if the service has none for the user.
    ///
    /// - Returns: nil if the event has to be sent.
    static func beforeRepetition(_ remote: MutationSync<AnyModel>?, of sent: SentEvent) -> SendOutcome? {
        guard let remote, sent.isContained(in: remote) else { return nil }
        return .done(remote, told: nil)
    }

    private static func conflictError(
        _ remote: MutationSync<AnyModel>, _ errors: [GraphQLError], of sent: SentEvent
    ) -> DataStoreError {
        .conflict(
            DataStoreSyncConflict(
                localModel: sent.record, remoteModel: remote.model.instance, errors: errors,
                mutationType: sent.kind.graphQLMutationType))
    }

    private static func partialError(
        _ record: MutationSync<AnyModel>?, _ errors: [GraphQLError], of sent: SentEvent
    ) -> DataStoreError {
        guard let record else { return sent.error(errors) }
        return .api(GraphQLResponseError.partial(record, errors), sent.entry.event)
    }
}
