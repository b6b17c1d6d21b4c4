// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Synchronization

/// A fault of the sender that a simulation plants, so that its laws are shown to find it.
package enum PlantedFault: Sendable {
    /// Before a repetition, the sender does not look for the effect of the earlier attempt: it takes the version of the
    /// service, and sends the change as one of that version.
    case forgottenAttempt

    /// The sender takes a change without an answer for accepted.
    case trustedSilence
}

/// The fault in the sender of a test's device; none in an app.
package final class PlantedFaults: Sendable {
    private let fault = Mutex<PlantedFault?>(nil)

    /// Makes a holder without a fault.
    package init() {}

    /// Plants a fault; nil removes it.
    package func set(_ fault: PlantedFault?) { self.fault.withLock { $0 = fault } }

    /// The fault; nil without one.
    var present: PlantedFault? { fault.withLock { $0 } }
}

extension OutboxService {
    /// The same requests with the fault of a test's device.
    func with(_ faults: PlantedFaults?) -> OutboxService {
        guard let faults else { return self }
        let (mutate, find) = (mutate, find)
        return OutboxService(
            mutate: { (event) async throws(RemoteFailure) -> MutationSync<AnyModel> in
                var sent = event
                if case .forgottenAttempt? = faults.present, sent.mayBeAppliedTwice {
                    sent.version = try await find(sent)?.syncMetadata.version ?? sent.version
                }
                do throws(RemoteFailure) {
                    return try await mutate(sent)
                } catch {
                    guard case .network = error, case .trustedSilence? = faults.present, !Task.isCancelled else {
                        throw error
                    }
                    return Self.expected(of: sent)
                }
            },
            find: { (sent) async throws(RemoteFailure) -> MutationSync<AnyModel>? in
                if case .forgottenAttempt? = faults.present { return nil }
                return try await find(sent)
            })
    }

    /// The record that the service would have after a change.
    private static func expected(of sent: SentEvent) -> MutationSync<AnyModel> {
        MutationSync(
            model: AnyModel(sent.record),
            syncMetadata: MutationSyncMetadata(
                modelId: sent.key, modelName: sent.schema.name, deleted: sent.kind == .delete, lastChangedAt: 0,
                version: sent.nextVersion))
    }
}
