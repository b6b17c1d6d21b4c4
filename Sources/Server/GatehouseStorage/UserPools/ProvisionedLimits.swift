// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func provisionedLimit(of category: APICategory, inRegion region: String) throws -> Int? {
        try sql.queryOne(
            """
            SELECT requests_per_second FROM provisioned_limits
            WHERE region = \(region) AND category = \(category)
            """
        ).map { try $0["requests_per_second"] }
    }
}

extension UserPoolWriter {
    func putProvisionedLimit(_ limit: Int, of category: APICategory, inRegion region: String) throws {
        try connection.execute(
            """
            INSERT INTO provisioned_limits (region, category, requests_per_second)
            VALUES (\(region), \(category), \(limit))
            ON CONFLICT (region, category) DO UPDATE SET requests_per_second = excluded.requests_per_second
            """
        )
    }
}

extension APICategory: SQLConvertible {}
