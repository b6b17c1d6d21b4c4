// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

extension Gateway {
    /// The refusal of a request by an app that is configured for a user pool that this server does not have; `nil` for
    /// any other request, and on a server that is not for developers.
    ///
    /// This project's client sends its user pool in a header. The operations do not contain it: with a wrong id, the
    /// proof of a correct password fails, and the developer looks for the error in the password.
    func refusalOfUnknownPool(_ request: GatewayRequest) async -> Outcome? {
        let isForDevelopers = settings.explainsRegions || settings.signaturePolicy == .anyAdministrator
        guard isForDevelopers, let id = request.header("X-Gatehouse-User-Pool") else { return nil }
        do {
            _ = try await userPools.discoveryDocument(ofPool: id)
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
