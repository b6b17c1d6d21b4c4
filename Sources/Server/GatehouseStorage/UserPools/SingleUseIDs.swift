// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

extension SQLUserPoolReading {
    func isSpent(_ id: SingleUseID) throws -> Bool {
        try sql.queryOne("SELECT id FROM used_ids WHERE id = \(id.id)") != nil
    }

    func latestPurgeOfSingleUseIDs() throws -> Date? {
        try sql.queryOne("SELECT latest FROM forward_clock WHERE id = 1").map { try $0["latest"] }
    }
}

extension UserPoolWriter {
    func spend(_ id: SingleUseID) throws -> Bool {
        let rows = try connection.execute(
            """
            INSERT INTO used_ids (id, expires_at) VALUES (\(id.id), \(id.expiresAt))
            ON CONFLICT DO NOTHING
            """
        )
        return rows > 0
    }
}
