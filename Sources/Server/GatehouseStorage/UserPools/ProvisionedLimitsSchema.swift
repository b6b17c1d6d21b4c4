// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The table of request limits for categories of operations; they belong to the account, not to a pool.
enum ProvisionedLimitsSchema {
    /// The statements of the migration that creates the table.
    static let statements: [SQL] = [
        """
        CREATE TABLE provisioned_limits (
            region TEXT NOT NULL,
            category TEXT NOT NULL,
            requests_per_second BIGINT NOT NULL,
            PRIMARY KEY (region, category)
        )
        """
    ]
}
