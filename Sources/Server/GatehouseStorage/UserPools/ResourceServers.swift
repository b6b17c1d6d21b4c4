// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel

/// A row of `resource_servers`, with a description in the service's own shape.
private enum ResourceServerRow: SQLRecordRow {
    static func record(_ row: SQLCursor) throws -> ResourceServerType {
        let description: SQLDocument<ResourceServerType> = try row["description"]
        return description.shape
    }
}

/// The description of a resource server as its text.
private enum DescriptionRow: SQLRecordRow {
    static func record(_ row: SQLCursor) throws -> String { try row["description"] }
}

extension SQLUserPoolReading {
    func resourceServer(_ identifier: String, inPool poolID: String) throws -> ResourceServerType? {
        let description = try DescriptionRow.first(
            "SELECT description FROM resource_servers WHERE pool_id = \(poolID) AND identifier = \(identifier)",
            in: sql)
        guard let description else { return nil }
        guard let server = caches.resourceServers.shape(of: description) else {
            throw StorageError.unreadableColumn("description")
        }
        return server
    }

    func resourceServers(
        inPool poolID: String, after identifier: String?, limit: Int
    ) throws -> [ResourceServerType] {
        try ResourceServerRow.all(
            """
            SELECT description FROM resource_servers WHERE pool_id = \(poolID) AND identifier > \(identifier ?? "")
            ORDER BY identifier LIMIT \(limit)
            """, in: sql)
    }

    func hasResourceServers(_ count: Int, inPool poolID: String) throws -> Bool {
        try has(count, of: "resource_servers", by: "identifier", inPool: poolID)
    }
}

extension UserPoolWriter {
    func insert(_ server: ResourceServerType, _ identifier: String, inPool poolID: String) throws {
        try connection.add(
            identifier,
            """
            INSERT INTO resource_servers (pool_id, identifier, description)
            VALUES (\(poolID), \(identifier), \(SQLDocument(server)))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ server: ResourceServerType, _ identifier: String, inPool poolID: String) throws {
        try connection.change(
            "resource_servers",
            """
            UPDATE resource_servers SET description = \(SQLDocument(server))
            WHERE pool_id = \(poolID) AND identifier = \(identifier)
            """
        )
    }

    func deleteResourceServer(_ identifier: String, inPool poolID: String) throws {
        try connection.execute(
            "DELETE FROM resource_servers WHERE pool_id = \(poolID) AND identifier = \(identifier)")
    }
}
