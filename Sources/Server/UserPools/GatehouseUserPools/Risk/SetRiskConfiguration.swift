// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
package import GatehouseWire

extension UserPoolsService {
    /// Keeps what a pool, or one of its clients, is to do about risky sign-ins; it replaces what was kept.
    ///
    /// Nothing acts on it: Gatehouse records sign-ins and rates none of them risky.
    package func setRiskConfiguration(
        _ request: SetRiskConfigurationRequest
    ) async throws(ServiceFault) -> SetRiskConfigurationResponse {
        try request.checkNotification()
        let risk = RiskConfigurationType(
            userPoolId: request.userPoolId, clientId: request.clientId,
            compromisedCredentialsRiskConfiguration: request.compromisedCredentialsRiskConfiguration,
            accountTakeoverRiskConfiguration: request.accountTakeoverRiskConfiguration,
            riskExceptionConfiguration: request.riskExceptionConfiguration, lastModifiedDate: pools.clock.now)
        try await pools.write { store in
            let client = try store.clientWithRisks(request.clientId, inPool: request.userPoolId)
            try store.put(risk, ofPool: request.userPoolId, client: client)
        }
        return SetRiskConfigurationResponse(riskConfiguration: risk)
    }
}

extension SetRiskConfigurationRequest {
    /// - Throws: `InvalidParameterException` for actions that notify without a word on how.
    fileprivate func checkNotification() throws(ServiceFault) {
        guard let takeover = accountTakeoverRiskConfiguration, takeover.notifyConfiguration == nil else { return }
        let actions = [takeover.actions.lowAction, takeover.actions.mediumAction, takeover.actions.highAction]
        guard !actions.contains(where: { $0?.notify == true }) else {
            throw .invalidParameter("NotifyConfiguration is required for actions that notify.")
        }
    }
}

extension UserPoolReading {
    /// The client that a risk configuration is for, in a pool that records sign-ins; `nil` for the pool itself.
    /// - Throws: `ResourceNotFoundException` when there is no such pool or client, and
    ///   `UserPoolAddOnNotEnabledException` when the pool records nothing.
    func clientWithRisks(_ id: String?, inPool poolID: String) throws -> String? {
        let pool = try existingPoolWithEvents(poolID)
        return try id.map { try existingClient($0, inPool: pool.id).id }
    }
}
