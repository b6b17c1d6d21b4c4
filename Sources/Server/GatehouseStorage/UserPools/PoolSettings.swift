// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseUserPoolModel
import GatehouseWire

/// The kind of settings in a row of `pool_settings`.
private enum PoolSettingsKind: String, SQLConvertible {
    case risk
    case logs
}

extension SQLUserPoolReading {
    func riskConfiguration(ofPool poolID: String, client clientID: String?) throws -> RiskConfigurationType? {
        try settings(.risk, ofPool: poolID, client: clientID)
    }

    func logDelivery(ofPool poolID: String) throws -> LogDeliveryConfigurationType? {
        try settings(.logs, ofPool: poolID, client: nil)
    }

    private func settings<Shape: WireStructure>(
        _ kind: PoolSettingsKind, ofPool poolID: String, client clientID: String?
    ) throws -> Shape? {
        try sql.queryOne(
            """
            SELECT settings FROM pool_settings
            WHERE pool_id = \(poolID) AND client_id = \(clientID ?? "") AND kind = \(kind)
            """
        ).map { row in
            let document: SQLDocument<Shape> = try row["settings"]
            return document.shape
        }
    }
}

extension UserPoolWriter {
    func put(_ risk: RiskConfigurationType, ofPool poolID: String, client clientID: String?) throws {
        try put(SQLDocument(risk), .risk, ofPool: poolID, client: clientID)
    }

    func put(_ logs: LogDeliveryConfigurationType, ofPool poolID: String) throws {
        try put(SQLDocument(logs), .logs, ofPool: poolID, client: nil)
    }

    private func put(
        _ settings: some SQLConvertible, _ kind: PoolSettingsKind, ofPool poolID: String, client clientID: String?
    ) throws {
        try connection.execute(
            """
            INSERT INTO pool_settings (pool_id, client_id, kind, settings)
            VALUES (\(poolID), \(clientID ?? ""), \(kind), \(settings))
            ON CONFLICT (pool_id, client_id, kind) DO UPDATE SET settings = excluded.settings
            """
        )
    }
}
