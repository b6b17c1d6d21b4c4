// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseWire

// MARK: - Settings

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

// MARK: - Terms

/// A row of `terms`, with a document in the service's own shape.
private enum TermsRow {
    static func record(_ row: SQLRow) throws -> TermsType {
        let document: SQLDocument<TermsType> = try row["description"]
        return document.shape
    }
}

extension SQLUserPoolReading {
    func terms(_ id: String, inPool poolID: String) throws -> TermsType? {
        try sql.queryOne("SELECT description FROM terms WHERE pool_id = \(poolID) AND id = \(id)").map(TermsRow.record)
    }

    func terms(named name: String, ofClient clientID: String, inPool poolID: String) throws -> TermsType? {
        try sql.queryOne(
            """
            SELECT description FROM terms
            WHERE pool_id = \(poolID) AND client_id = \(clientID) AND name = \(name)
            """
        ).map(TermsRow.record)
    }

    func terms(inPool poolID: String, after id: String?, limit: Int) throws -> [TermsType] {
        try sql.query(
            """
            SELECT description FROM terms WHERE pool_id = \(poolID) AND id > \(id ?? "") ORDER BY id LIMIT \(limit)
            """
        ).map(TermsRow.record)
    }

    func hasTerms(_ count: Int, inPool poolID: String) throws -> Bool {
        try has(count, of: "terms", inPool: poolID)
    }
}

extension UserPoolWriter {
    func insert(_ terms: TermsType) throws {
        try connection.add(
            terms.termsName,
            """
            INSERT INTO terms (pool_id, id, client_id, name, description)
            VALUES (\(terms.userPoolId), \(terms.termsId), \(terms.clientId), \(terms.termsName),
                \(SQLDocument(terms)))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ terms: TermsType) throws {
        let holder = try self.terms(named: terms.termsName, ofClient: terms.clientId, inPool: terms.userPoolId)
        guard holder == nil || holder?.termsId == terms.termsId else {
            throw StoreConflict.taken(terms.termsName)
        }
        try connection.change(
            "terms",
            """
            UPDATE terms SET name = \(terms.termsName), description = \(SQLDocument(terms))
            WHERE pool_id = \(terms.userPoolId) AND id = \(terms.termsId)
            """
        )
    }

    func deleteTerms(_ id: String, inPool poolID: String) throws {
        try connection.execute("DELETE FROM terms WHERE pool_id = \(poolID) AND id = \(id)")
    }
}

// MARK: - Tables

/// The tables for rarely used operations: settings of pools and clients, and terms documents.
enum PoolSettingsSchema {
    /// The statements of the migration that creates the tables.
    ///
    /// For settings of the pool itself, the client id is empty.
    static let statements: [SQL] = [
        """
        CREATE TABLE pool_settings (
            pool_id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            kind TEXT NOT NULL,
            settings TEXT NOT NULL,
            PRIMARY KEY (pool_id, client_id, kind)
        )
        """,
        """
        CREATE TABLE terms (
            pool_id TEXT NOT NULL,
            id TEXT NOT NULL,
            client_id TEXT NOT NULL,
            name TEXT NOT NULL,
            description TEXT NOT NULL,
            PRIMARY KEY (pool_id, id)
        )
        """,
        "CREATE UNIQUE INDEX terms_by_client ON terms (pool_id, client_id, name)",
    ]
}

// MARK: - Limits of API categories

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
