// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSQLite
import GatehouseSecurityTokens
import GatehouseServerCrypto
import GatehouseStorage
import Testing

@testable import GatehouseIdentityPools
@testable import GatehouseServer

/// The registry of sealed columns: one that was forgotten would be lost when the old master key goes.
@Suite struct SealedColumnTests {
    /// Columns of bytes that are not sealed: hashes, public data such as images of pages, versions, the proofs of master
    /// keys, the keys and places of records, which are stored as their writers gave them, and the pushed files of projects,
    /// which have no secrets.
    private static let others: Set<String> = [
        "codes.hash", "refresh_tokens.hash", "failed_attempts.subject", "devices.waiting_key",
        "passkeys.credential_id", "passkeys.public_key", "passkeys.aaguid", "users.password_version",
        "master_keys.proof", "page_images.bytes", "browser_sessions.hash", "authorization_codes.hash",
        "authorization_codes.session_hash", "token_families.session_hash", "browser_sessions.password_version",
        "browser_sessions.token_version", "data_records.record_key", "data_index_rows.place",
        "data_index_rows.record_key", "data_member_rows.member", "data_member_rows.place",
        "data_member_rows.record_key", "data_record_versions.record_key", "data_member_changes.member",
        "data_member_changes.record_key", "project_environments.lock_hash",
        "project_environments.lock_client_hash", "project_contents.content",
    ]

    @Test func `every column of bytes is sealed or known not to be`() async throws {
        let columns = try await SealedDatabase().database.read { reader in
            try reader.query(
                """
                SELECT t.name AS tablename, c.name AS columnname FROM sqlite_master t JOIN pragma_table_info(t.name) c
                WHERE t.type = 'table' AND c.type = 'BLOB'
                """
            ).map { row in "\(try row["tablename"] as String).\(try row["columnname"] as String)" }
        }
        let texts: Set<String> = ["users.mfa", "devices.waiting_session"]
        let sealed = Set(SealedColumn.allCases.map(\.rawValue))
        #expect(Set(columns) == sealed.subtracting(texts).union(Self.others))
        #expect(texts.isSubset(of: sealed))
    }

    @Test(arguments: SealPurpose.allCases)
    func `values that clients hold are bound to the epoch`(purpose: SealPurpose) {
        switch purpose.place {
        case .clients: #expect(purpose.isHeldByClients)
        // A device keeps the session string of an app that returns none.
        case .columns(let columns): #expect(purpose.isHeldByClients == (columns == [.waitingSignIns]))
        case .folder, .archives: #expect(!purpose.isHeldByClients)
        }
    }

    @Test func `each purpose names the columns that name it`() {
        for column in SealedColumn.allCases {
            guard case .columns(let columns) = column.purpose.place else {
                Issue.record("\(column)")
                continue
            }
            #expect(columns.contains(column))
        }
        for purpose in SealPurpose.allCases {
            guard case .columns(let columns) = purpose.place else { continue }
            #expect(columns.allSatisfy { column in column.purpose == purpose }, "\(purpose)")
        }
        #expect(SealPurpose.longestLife >= CredentialVendor.lifetime)
    }
}
