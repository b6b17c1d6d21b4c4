// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire

/// Finds apps that are configured for a user pool that this server does not have.
///
/// This project's client sends its user pool in a header. The operations do not contain it: with a wrong id, the proof of
/// a correct password fails, and the developer looks for the error in the password.
struct UnknownPoolCheck: Sendable {
    let discovery: Discovery

    /// The refusal of a request whose header names a pool that does not exist; `nil` for any other request.
    func refusal(of request: GatewayRequest) async -> Outcome? {
        guard let id = request.header("X-Gatehouse-User-Pool") else { return nil }
        do {
            _ = try await discovery.discoveryDocument(ofPool: id)
            return nil
        } catch {
            guard error.code == .resourceNotFound else { return nil }
            let fault = ServiceFault(
                .resourceNotFound,
                "User pool \(id) does not exist on this server: correct the user pool id in the app's configuration. "
                    + "gatehouse dev writes one with its first pool."
            )
            return Outcome(JSONAnswer.fault(fault), operation: Label.unknown, fault: fault)
        }
    }
}
