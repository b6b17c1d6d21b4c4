// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// Tells a function that somebody has proved who they are.
enum PostAuthentication {
    /// The event that the function is told.
    static func event(
        of subject: TriggerSubject, usesNewDevice: Bool, metadata: [String: String]?
    ) -> TriggerEvent {
        var request: [WireName: WireValue] = .metadata(metadata)
        request["newDeviceUsed"] = .bool(usesNewDevice)
        return TriggerEvent(
            subject: subject, source: "PostAuthentication_Authentication", request: request, response: [:])
    }
}

extension UserPools {
    /// Tells the pool's function, if it has one, before the tokens are made.
    /// - Throws: what ``run(_:_:)`` throws; there are no tokens then.
    func postAuthentication(
        of user: UserRecord, in pool: UserPoolRecord, by client: AppClientRecord, usesNewDevice: Bool = false,
        metadata: [String: String]?
    ) async throws(ServiceFault) {
        // Every sign-in comes by here, and most pools have no function to make an event for.
        guard Trigger.postAuthentication.function(in: pool) != nil else { return }
        let subject = TriggerSubject(user, in: pool, by: client)
        let event = PostAuthentication.event(of: subject, usesNewDevice: usesNewDevice, metadata: metadata)
        _ = try await run(.postAuthentication, event)
    }
}
