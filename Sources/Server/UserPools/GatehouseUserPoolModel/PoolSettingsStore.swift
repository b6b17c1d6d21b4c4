// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// What can be read of settings that lie apart from their pool, for few operations need them.
package protocol PoolSettingsReading {
    /// What a pool does about risks, or what it does for one of its clients; `nil` where nobody has said.
    func riskConfiguration(ofPool poolID: String, client clientID: String?) throws -> RiskConfigurationType?

    func logDelivery(ofPool poolID: String) throws -> LogDeliveryConfigurationType?
}

/// What can be changed of these settings inside a transaction.
package protocol PoolSettingsWriting: PoolSettingsReading {
    /// Writes the settings over those that are there.
    func put(_ risk: RiskConfigurationType, ofPool poolID: String, client clientID: String?) throws
    /// Writes the settings over those that are there.
    func put(_ logs: LogDeliveryConfigurationType, ofPool poolID: String) throws
}
