// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel
package import GatehouseWire

/// The PostConfirmation trigger, which runs after a user was confirmed or has set a new password with a code.
package enum PostConfirmation {
    /// The operation that confirmed the user.
    package enum Source: String, Sendable {
        case confirmSignUp = "PostConfirmation_ConfirmSignUp"
        case confirmForgotPassword = "PostConfirmation_ConfirmForgotPassword"
    }

    /// Returns the trigger's event.
    static func event(_ source: Source, of subject: TriggerSubject, metadata: [String: String]?) -> TriggerEvent {
        TriggerEvent(subject: subject, source: source.rawValue, request: .metadata(metadata), response: [:])
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one; a fault does not undo the confirmation.
    ///
    /// - Throws: the faults of ``run(_:_:)``.
    package func postConfirmation(
        _ source: PostConfirmation.Source, of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord?,
        metadata: [String: String]?
    ) async throws(ServiceFault) {
        let subject = TriggerSubject(user, in: pool, by: client)
        _ = try await run(.postConfirmation, PostConfirmation.event(source, of: subject, metadata: metadata))
    }
}
