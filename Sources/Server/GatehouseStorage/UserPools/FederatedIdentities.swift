// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseUserPoolModel

/// A row of `federated_identities`.
private enum FederatedIdentityRow {
    static let columns: SQLFragment = """
        pool_id, provider_name, attribute_name, attribute_value, sub, kind, issuer, is_primary, is_disabled, created_at
        """

    static func record(_ row: SQLRow) throws -> FederatedIdentityRecord {
        FederatedIdentityRecord(
            key: FederatedIdentityRecord.Key(
                poolID: try row["pool_id"], provider: try row["provider_name"], attribute: try row["attribute_name"],
                value: try row["attribute_value"]),
            sub: try row["sub"], kind: try row["kind"], issuer: try row["issuer"], isPrimary: try row["is_primary"],
            isDisabled: try row["is_disabled"], createdAt: try row["created_at"])
    }
}

extension SQLUserPoolReading {
    func federatedIdentity(_ key: FederatedIdentityRecord.Key) throws -> FederatedIdentityRecord? {
        guard key.isStorable else { return nil }
        return try sql.queryOne(
            """
            SELECT \(FederatedIdentityRow.columns) FROM federated_identities
            WHERE pool_id = \(key.poolID) AND provider_name = \(key.provider)
                AND attribute_name = \(key.attribute) AND attribute_value = \(key.value)
            """
        ).map(FederatedIdentityRow.record)
    }

    func federatedIdentities(ofUser sub: String, inPool poolID: String) throws -> [FederatedIdentityRecord] {
        try sql.query(
            """
            SELECT \(FederatedIdentityRow.columns) FROM federated_identities
            WHERE pool_id = \(poolID) AND sub = \(sub)
            ORDER BY created_at, provider_name, attribute_name, attribute_value
            """
        ).map(FederatedIdentityRow.record)
    }
}

extension UserPoolWriter {
    func insert(_ identity: FederatedIdentityRecord) throws {
        let key = identity.key
        try connection.add(
            key.value,
            """
            INSERT INTO federated_identities (\(FederatedIdentityRow.columns))
            VALUES (\(key.poolID), \(key.provider), \(key.attribute), \(key.value), \(identity.sub),
                \(identity.kind), \(identity.issuer), \(identity.isPrimary), \(identity.isDisabled),
                \(identity.createdAt))
            ON CONFLICT DO NOTHING
            """
        )
    }

    func update(_ identity: FederatedIdentityRecord) throws {
        let key = identity.key
        try connection.change(
            "federated_identities",
            """
            UPDATE federated_identities SET is_disabled = \(identity.isDisabled)
            WHERE pool_id = \(key.poolID) AND provider_name = \(key.provider)
                AND attribute_name = \(key.attribute) AND attribute_value = \(key.value)
            """
        )
    }

    func deleteFederatedIdentity(_ key: FederatedIdentityRecord.Key) throws {
        guard key.isStorable else { return }
        try connection.execute(
            """
            DELETE FROM federated_identities
            WHERE pool_id = \(key.poolID) AND provider_name = \(key.provider)
                AND attribute_name = \(key.attribute) AND attribute_value = \(key.value)
            """
        )
    }
}

extension FederatedIdentityRecord.Key {
    /// Whether every database can store the key; no user has another one.
    fileprivate var isStorable: Bool {
        [provider, attribute, value].allSatisfy { $0.sqlValue.isStorable }
    }
}

extension IdentityProviderKind: SQLConvertible {}
