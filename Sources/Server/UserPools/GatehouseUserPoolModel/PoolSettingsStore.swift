// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes

/// Reads settings that the store keeps apart from their pool, because few operations need them.
package protocol PoolSettingsReading {
    /// Returns the risk configuration of a pool, or of one of its clients; `nil` if it was never set.
    func riskConfiguration(ofPool poolID: String, client clientID: String?) throws -> RiskConfigurationType?

    /// Returns the log delivery configuration of a pool; `nil` if it was never set.
    func logDelivery(ofPool poolID: String) throws -> LogDeliveryConfigurationType?
}

/// Reads and writes these settings inside a transaction.
package protocol PoolSettingsWriting: PoolSettingsReading {
    /// Writes the settings over those that are there.
    func put(_ risk: RiskConfigurationType, ofPool poolID: String, client clientID: String?) throws
    /// Writes the settings over those that are there.
    func put(_ logs: LogDeliveryConfigurationType, ofPool poolID: String) throws
}

/// Reads the provisioned limits of API categories.
package protocol ProvisionedLimitReading {
    /// Returns a category's provisioned limit in requests per second; `nil` if none was set.
    func provisionedLimit(of category: APICategory, inRegion region: String) throws -> Int?
}

/// Reads and writes provisioned limits inside a transaction.
package protocol ProvisionedLimitWriting: ProvisionedLimitReading {
    /// Sets a category's limit, in requests per second.
    func putProvisionedLimit(_ limit: Int, of category: APICategory, inRegion region: String) throws
}
