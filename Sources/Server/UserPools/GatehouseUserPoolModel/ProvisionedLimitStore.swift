// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What can be read of the limits that were set for categories of operations.
package protocol ProvisionedLimitReading {
    /// Requests a second; `nil` where nobody has set the limit.
    func provisionedLimit(of category: APICategory, inRegion region: String) throws -> Int?
}

/// What can be changed of them inside a transaction.
package protocol ProvisionedLimitWriting: ProvisionedLimitReading {
    /// Writes the limit over the one that is there.
    func putProvisionedLimit(_ limit: Int, of category: APICategory, inRegion region: String) throws
}
