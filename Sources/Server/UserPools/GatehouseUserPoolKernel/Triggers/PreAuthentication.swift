// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel
package import GatehouseWire

/// The PreAuthentication trigger, which runs before credentials are verified and can deny the sign-in.
enum PreAuthentication {
    /// Returns the trigger's event; it contains the client's metadata as `validationData`.
    static func event(of subject: TriggerSubject, validationData: [String: String]?) -> TriggerEvent {
        TriggerEvent(
            subject: subject, source: "PreAuthentication_Authentication",
            request: [
                "validationData": validationData.map { .object(ofTexts: $0) } ?? .null,
                "userNotFound": .bool(subject.isUnknown),
            ],
            response: [:])
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one, before credentials are verified.
    ///
    /// If the client hides unknown users, the trigger runs for them as well.
    ///
    /// - Throws: the faults of ``run(_:_:)``; the sign-in then fails.
    package func preAuthentication(
        of user: UserRecord?, named typedName: String, in pool: UserPoolRecord, by client: AppClientRecord,
        validationData: [String: String]?
    ) async throws(ServiceFault) {
        let subject = TriggerSubject(user, named: typedName, in: pool, by: client)
        _ = try await run(.preAuthentication, PreAuthentication.event(of: subject, validationData: validationData))
    }
}
