// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Sets the risk configuration of a pool, or of one of its clients; it replaces the former one.
    ///
    /// The configuration has no effect: Gatehouse records sign-ins, but does not assess their risk.
    package func setRiskConfiguration(
        _ request: SetRiskConfigurationRequest
    ) async throws(ServiceFault) -> SetRiskConfigurationResponse {
        try request.checkNotification()
        let risk = RiskConfigurationType(
            userPoolId: request.userPoolId, clientId: request.clientId,
            compromisedCredentialsRiskConfiguration: request.compromisedCredentialsRiskConfiguration,
            accountTakeoverRiskConfiguration: request.accountTakeoverRiskConfiguration,
            riskExceptionConfiguration: request.riskExceptionConfiguration, lastModifiedDate: clock.now)
        try await records.write { store in
            let client = try store.clientWithRisks(request.clientId, inPool: request.userPoolId)
            try store.put(risk, ofPool: request.userPoolId, client: client)
        }
        return SetRiskConfigurationResponse(riskConfiguration: risk)
    }
}

extension SetRiskConfigurationRequest {
    /// Checks that the notification is configured if an action needs it.
    ///
    /// - Throws: `InvalidParameterException` if it is not.
    fileprivate func checkNotification() throws(ServiceFault) {
        guard let takeover = accountTakeoverRiskConfiguration, takeover.notifyConfiguration == nil else { return }
        let actions = [takeover.actions.lowAction, takeover.actions.mediumAction, takeover.actions.highAction]
        guard !actions.contains(where: { $0?.notify == true }) else {
            throw .invalidParameter("NotifyConfiguration is required for actions that notify.")
        }
    }
}

extension UserPoolReading {
    /// Returns the client of a risk configuration, in a pool that records events; `nil` for the configuration of the
    /// pool.
    ///
    /// - Throws: `ResourceNotFoundException` if there is no such pool or client, and `UserPoolAddOnNotEnabledException`
    ///   if the pool records no events.
    func clientWithRisks(_ id: String?, inPool poolID: String) throws -> String? {
        let pool = try existingPoolWithEvents(poolID)
        return try id.map { try existingClient($0, inPool: pool.id).id }
    }
}
