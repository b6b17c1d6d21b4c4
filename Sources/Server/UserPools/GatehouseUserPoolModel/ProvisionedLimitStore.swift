// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

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
