// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// Tells a function that a user was confirmed or chose a new password by a code.
enum PostConfirmation {
    /// What was confirmed.
    enum Source: String, Sendable {
        case confirmSignUp = "PostConfirmation_ConfirmSignUp"
        case confirmForgotPassword = "PostConfirmation_ConfirmForgotPassword"
    }

    /// The event that the function is told.
    static func event(_ source: Source, of subject: TriggerSubject, metadata: [String: String]?) -> TriggerEvent {
        TriggerEvent(subject: subject, source: source.rawValue, request: .metadata(metadata), response: [:])
    }
}

extension UserPools {
    /// Tells the pool's function, if it has one; what was confirmed stays so, whatever the function says.
    /// - Throws: what ``run(_:_:)`` throws.
    func postConfirmation(
        _ source: PostConfirmation.Source, of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord?,
        metadata: [String: String]?
    ) async throws(ServiceFault) {
        let subject = TriggerSubject(user, in: pool, by: client)
        _ = try await run(.postConfirmation, PostConfirmation.event(source, of: subject, metadata: metadata))
    }
}
