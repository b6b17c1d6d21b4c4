// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A table with rows of user pools.
///
/// A new table of user pools is listed in ``archived`` or in ``leftOut``. A test compares the lists with the schema.
package struct PoolTable: Sendable, Equatable {
    /// How a row of a table names its pool.
    enum Owner: Sendable, Equatable {
        /// A column has the id of the pool.
        case column(String)
        /// The row belongs to an app client of the pool.
        case appClient
    }

    /// The name of the table.
    package let name: String
    /// How a row names its pool.
    let owner: Owner
    /// The columns of the primary key without the pool's id, or that id if there are no others.
    ///
    /// They order the rows of a pool.
    package let key: [String]
    /// The columns that a copy has as NULL, because they belong to a sign-in in progress.
    let cleared: Set<String>
    /// The number of rows that are in memory together.
    let batch: Int

    private init(
        _ name: String, by key: [String], owner: Owner = .column("pool_id"), clearing cleared: Set<String> = [],
        batch: Int = 200
    ) {
        (self.name, self.key, self.owner, self.cleared, self.batch) = (name, key, owner, cleared, batch)
    }

    /// The tables whose rows belong to a copy of a pool; app clients come before their secrets.
    package static let archived: [PoolTable] = [
        PoolTable("user_pools", by: ["id"], owner: .column("id")),
        PoolTable("app_clients", by: ["id"]),
        PoolTable("app_client_secrets", by: ["client_id", "position"], owner: .appClient),
        PoolTable("signing_keys", by: ["id"]),
        PoolTable("pool_settings", by: ["client_id", "kind"]),
        PoolTable("terms", by: ["id"]),
        PoolTable("identity_providers", by: ["name"], batch: 8),
        PoolTable("identity_provider_identifiers", by: ["identifier"]),
        PoolTable("saml_keys", by: ["id"]),
        PoolTable("resource_servers", by: ["identifier"]),
        PoolTable("pool_domains", by: ["name"]),
        PoolTable("brandings", by: ["id"], batch: 8),
        PoolTable("branding_assets", by: ["client_id", "position"]),
        PoolTable("ui_customizations", by: ["client_id"], batch: 8),
        PoolTable("page_images", by: ["id"], batch: 2),
        PoolTable("user_groups", by: ["name"]),
        PoolTable("users", by: ["sub"]),
        PoolTable("user_counts", by: ["part"]),
        PoolTable("user_names", by: ["name"]),
        PoolTable("user_search", by: ["field", "value", "sub"]),
        PoolTable("former_passwords", by: ["sub", "position"]),
        PoolTable("group_members", by: ["sub", "group_name"]),
        PoolTable("passkeys", by: ["credential_id"]),
        PoolTable("devices", by: ["sub", "device_key"], clearing: ["waiting_key", "waiting_session"]),
        PoolTable("federated_identities", by: ["provider_name", "attribute_name", "attribute_value"]),
        PoolTable("auth_events", by: ["sub", "position"]),
        PoolTable("import_jobs", by: ["id"]),
        PoolTable("import_runs", by: ["pool_id"]),
        PoolTable("import_chunks", by: ["job_id", "upload_id", "position"], batch: 4),
    ]

    /// The tables whose rows do not belong to a copy: sessions, tokens, codes and failed attempts.
    package static let leftOut: [PoolTable] = [
        PoolTable("user_sessions", by: ["family_id"]),
        PoolTable("refresh_tokens", by: ["hash"]),
        PoolTable("token_families", by: ["id"]),
        PoolTable("browser_sessions", by: ["hash"]),
        PoolTable("authorization_codes", by: ["hash"]),
        PoolTable("codes", by: ["sub", "purpose"]),
        PoolTable("failed_attempts", by: ["subject"]),
    ]

    /// The table of users.
    package static let users = "users"

    /// The condition for the rows of the pool `$1`.
    private var condition: String {
        switch owner {
        case .column(let column): "\(column) = $1"
        case .appClient: "client_id IN (SELECT id FROM app_clients WHERE pool_id = $1)"
        }
    }

    /// The query for a pool's next rows in the order of the key, after the row with the key `last`.
    func page(ofPool id: String, after last: [SQLValue]?) -> SQL {
        let columns = key.joined(separator: ", ")
        var text = "SELECT * FROM \(name) WHERE \(condition)"
        if last != nil { text += " AND (\(columns)) > (\(SQL.places(key.count, from: 2)))" }
        return SQL(text + " ORDER BY \(columns) LIMIT \(batch)", [.text(id)] + (last ?? []))
    }

    /// The statement that removes the rows of a pool.
    func deletion(ofPool id: String) -> SQL {
        SQL("DELETE FROM \(name) WHERE \(condition)", [.text(id)])
    }

    /// The query for the pool of the row with this key; `nil` for a table whose key names the pool, so that rows of
    /// different pools cannot have the same key.
    func holder(of key: [SQLValue]) -> SQL? {
        switch name {
        case "app_clients", "pool_domains":
            SQL(
                "SELECT pool_id FROM \(name) WHERE (\(self.key.joined(separator: ", "))) = (\(SQL.places(key.count)))",
                key)
        default: nil
        }
    }
}

extension Migrations {
    /// The version of the last migration that names a table of ``PoolTable/archived``.
    ///
    /// A copy of a pool fits every database with the same version.
    package static let poolSchemaVersion: Int = {
        let names = Set(PoolTable.archived.map(\.name))
        let last = all.last { migration in
            migration.statements.contains { statement in
                statement.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains { word in
                    names.contains(String(word))
                }
            }
        }
        return last?.version ?? 0
    }()
}
