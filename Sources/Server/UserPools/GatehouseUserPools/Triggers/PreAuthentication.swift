// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// Asks a function before a sign-in is judged: it may refuse.
enum PreAuthentication {
    /// The event that the function is told; what the client gave along is `validationData` here.
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

extension UserPools {
    /// Asks the pool's function, if it has one, before a sign-in is judged.
    ///
    /// Where the client hides who exists, the function is asked about nobody too.
    /// - Throws: what ``run(_:_:)`` throws; nobody is signed in then.
    func preAuthentication(
        of user: UserRecord?, named typedName: String, in pool: UserPoolRecord, by client: AppClientRecord,
        validationData: [String: String]?
    ) async throws(ServiceFault) {
        let subject = TriggerSubject(user, named: typedName, in: pool, by: client)
        _ = try await run(.preAuthentication, PreAuthentication.event(of: subject, validationData: validationData))
    }
}
