// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseCore
import GatehouseUserPoolModel

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
