// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseUserPoolModel

/// A row of `user_sessions`.
private enum UserSessionRow {
    static let columns: SQLFragment = """
        pool_id, family_id, id, sub, client_id, address, device, created_at, last_active_at, expires_at
        """

    static func record(_ row: SQLRow) throws -> UserSessionRecord {
        UserSessionRecord(
            id: try row["id"], poolID: try row["pool_id"], familyID: try row["family_id"],
            clientID: try row["client_id"], sub: try row["sub"], address: try row["address"],
            device: try row["device"], createdAt: try row["created_at"], lastActiveAt: try row["last_active_at"],
            expiresAt: try row["expires_at"])
    }
}

extension SQLUserPoolReading {
    func userSessions(ofUser sub: String, inPool poolID: String, at date: Date) throws -> [UserSessionRecord] {
        try sql.query(
            """
            SELECT \(UserSessionRow.columns) FROM user_sessions
            WHERE pool_id = \(poolID) AND sub = \(sub) AND expires_at > \(date)
            ORDER BY last_active_at DESC, created_at DESC, id
            """
        ).map(UserSessionRow.record)
    }
}

extension UserPoolWriter {
    func insert(_ session: UserSessionRecord) throws {
        try connection.add(
            session.id,
            """
            INSERT INTO user_sessions (\(UserSessionRow.columns))
            VALUES (\(session.poolID), \(session.familyID), \(session.id), \(session.sub), \(session.clientID),
                \(session.address), \(session.device), \(session.createdAt), \(session.lastActiveAt),
                \(session.expiresAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func noteUse(
        ofFamily familyID: String, inPool poolID: String, from origin: CallOrigin, at date: Date
    ) throws {
        try connection.execute(
            """
            UPDATE user_sessions
            SET last_active_at = \(date), address = \(origin.address), device = \(origin.device)
            WHERE pool_id = \(poolID) AND family_id = \(familyID)
            """
        )
    }
}
