// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
package import GatehouseUserPoolModel
package import GatehouseWire

/// The PostAuthentication trigger, which runs after a successful authentication.
enum PostAuthentication {
    /// Returns the trigger's event.
    static func event(
        of subject: TriggerSubject, usesNewDevice: Bool, metadata: [String: String]?
    ) -> TriggerEvent {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["newDeviceUsed"] = .bool(usesNewDevice)
        return TriggerEvent(
            subject: subject, source: "PostAuthentication_Authentication", request: request, response: [:])
    }
}

extension TriggerRunner {
    /// Calls the pool's trigger, if it has one, before tokens are issued.
    ///
    /// - Throws: the faults of ``run(_:_:)``; the server then issues no tokens.
    package func postAuthentication(
        of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord, usesNewDevice: Bool = false,
        metadata: [String: String]?
    ) async throws(ServiceFault) {
        // This code runs for every sign-in, and most pools have no trigger that needs the event.
        guard Trigger.postAuthentication.function(in: pool) != nil else { return }
        let subject = TriggerSubject(user, in: pool, by: client)
        let event = PostAuthentication.event(of: subject, usesNewDevice: usesNewDevice, metadata: metadata)
        _ = try await run(.postAuthentication, event)
    }
}
