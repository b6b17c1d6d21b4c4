// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
import CognitoShapes
import GatehouseCore
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
package import GatehouseWire

extension RecordOperations {
    /// Sets the destinations of a pool's logs; they replace the former ones.
    ///
    /// The server sends nothing to these destinations: events stay in the store, and errors go to the log of the
    /// process.
    package func setLogDeliveryConfiguration(
        _ request: SetLogDeliveryConfigurationRequest
    ) async throws(ServiceFault) -> SetLogDeliveryConfigurationResponse {
        try request.check()
        let logs = LogDeliveryConfigurationType(
            userPoolId: request.userPoolId, logConfigurations: request.logConfigurations)
        try await records.write { store in
            try store.put(logs, ofPool: store.existingPool(request.userPoolId).id)
        }
        return SetLogDeliveryConfigurationResponse(logDeliveryConfiguration: logs)
    }
}

extension SetLogDeliveryConfigurationRequest {
    /// Checks the configuration.
    ///
    /// - Throws: `InvalidParameterException` if a source occurs twice, has the wrong level, or does not have exactly
    ///   one destination.
    fileprivate func check() throws(ServiceFault) {
        guard Set(logConfigurations.map(\.eventSource)).count == logConfigurations.count else {
            throw .invalidParameter("Each EventSource can be configured once.")
        }
        for log in logConfigurations {
            let destinations = [
                log.cloudWatchLogsConfiguration != nil, log.s3Configuration != nil, log.firehoseConfiguration != nil,
            ]
            guard destinations.count(where: \.self) == 1 else {
                throw .invalidParameter("Each log configuration needs exactly one destination.")
            }
            guard log.logLevel == (log.eventSource == .userNotification ? .error : .info) else {
                throw .invalidParameter("userNotification has the LogLevel ERROR, and userAuthEvents INFO.")
            }
        }
    }
}
