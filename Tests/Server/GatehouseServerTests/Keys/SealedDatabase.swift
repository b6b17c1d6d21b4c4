// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseServerCrypto
import GatehouseStorage
import Testing

@testable import GatehouseServer

/// A database with values in every column that has sealed ones, under contexts that are written out here.
struct SealedDatabase {
    /// More than two batches.
    static let users = 450
    static let plaintext = Array("a secret".utf8)

    let database: SQLiteDatabase
    let ring: KeyRing

    init(in database: SQLiteDatabase? = nil) async throws {
        ring = try KeyRing.generate(id: "old", entropy: .seeded(1))
        self.database = if let database { database } else { try SQLiteDatabase.inMemory() }
        try await Migrator(Migrations.all).migrate(self.database)
        let sealer = Sealer(ring: ring, entropy: .system)
        try await self.database.write { connection in
            for number in 0..<Self.users { try Self.insertUser(number, sealer, connection) }
            try Self.insertOthers(sealer, connection)
        }
    }

    /// The sealer after the key `new` was added.
    func sealer(_ id: String = "new") throws -> Sealer {
        Sealer(ring: try ring.rotated(id: id, entropy: .seeded(2)), entropy: .system)
    }

    /// The sealer after the line of the old key was removed.
    func newSealer() throws -> Sealer {
        let ring = try ring.rotated(id: "new", entropy: .seeded(2))
        return Sealer(ring: KeyRing(ring.current), entropy: .system)
    }

    static func sealed(_ purpose: SealPurpose, _ context: String, _ sealer: Sealer) -> [UInt8] {
        sealer.seal(plaintext, purpose: purpose, context: Array(context.utf8))
    }

    private static func insertUser(_ number: Int, _ sealer: Sealer, _ connection: any SQLConnection) throws {
        let sub = "u\(number)"
        let password = sealed(.passwordVerifier, "p|\(sub)", sealer)
        try connection.execute(
            """
            INSERT INTO users (pool_id, sub, username, status, enabled, attributes, password, password_set_at, mfa,
                created_at, modified_at)
            VALUES ('p', \(sub), \(sub), 'CONFIRMED', 1, '{}', \(password), 0, \(mfa(of: sub, sealer)), 0, 0)
            """)
    }

    private static func mfa(of sub: String, _ sealer: Sealer) -> String {
        let secrets = (0..<2).map { _ in Base64.encode(sealed(.softwareToken, "p|\(sub)", sealer)) }
        return #"{"enabled":[],"legacySMS":false,"token":{"secret":"\#(secrets[0])","verifiedAt":5,"name":"phone"},"#
            + #""pending":"\#(secrets[1])"}"#
    }

    private static func insertOthers(_ sealer: Sealer, _ connection: any SQLConnection) throws {
        let session = Base64.encode(sealed(.sessionString, "", sealer))
        let statements: [SQL] = [
            "INSERT INTO user_pools (id, revision, description, created_at, modified_at) VALUES ('p', 1, '{}', 0, 0)",
            """
            INSERT INTO app_clients (id, pool_id, revision, description, created_at, modified_at)
            VALUES ('c', 'p', 1, '{}', 0, 0)
            """,
            """
            INSERT INTO former_passwords (pool_id, sub, position, password, password_set_at)
            VALUES ('p', 'u0', 1, \(sealed(.passwordVerifier, "p|u0", sealer)), 0)
            """,
            """
            INSERT INTO devices (pool_id, sub, device_key, remembered, verifier, address, created_at, modified_at,
                authenticated_at, waiting_key, waiting_session)
            VALUES ('p', 'u0', 'd', 1, \(sealed(.deviceVerifier, "p|u0|d", sealer)), '', 0, 0, 0,
                \([1, 2, 3] as [UInt8]), \(session))
            """,
            """
            INSERT INTO app_client_secrets (client_id, position, id, sealed, created_at)
            VALUES ('c', 0, 'secret', \(sealed(.clientSecret, "c", sealer)), 0)
            """,
            """
            INSERT INTO signing_keys (pool_id, id, purpose, sealed_private_key, modulus, exponent, created_at)
            VALUES ('p', 'k', 'id', \(sealed(.signingKey, "p|k", sealer)), 'n', 'e', 0)
            """,
            """
            INSERT INTO service_signing_keys (service, id, sealed_private_key, modulus, exponent, created_at)
            VALUES ('s', 'k', \(sealed(.signingKey, "s|k", sealer)), 'n', 'e', 0)
            """,
            """
            INSERT INTO saml_keys (pool_id, id, purpose, sealed_private_key, certificate, created_at)
            VALUES ('p', 'k', 'signing', \(sealed(.samlKey, "p|k", sealer)), 'certificate', 0)
            """,
            """
            INSERT INTO identity_providers (pool_id, name, description, issuer, sealed_details)
            VALUES ('p', 'Google', '{}', NULL, \(sealed(.providerDetails, "p|Google", sealer)))
            """,
            """
            INSERT INTO import_chunks (pool_id, job_id, upload_id, position, sealed)
            VALUES ('p', 'j', 'up', 7, \(sealed(.importChunk, "p|j|up|7", sealer)))
            """,
            """
            INSERT INTO queued_messages (id, sealed, attempts, next_attempt_at, expires_at)
            VALUES ('m', \(sealed(.queuedMessage, "m", sealer)), 0, 0, 0)
            """,
            "INSERT INTO index_keys (purpose, sealed) VALUES ('code', \(sealed(.indexKey, "code", sealer)))",
            """
            INSERT INTO iam_user_keys (id, user_name, sealed, created_at)
            VALUES ('AKIA', 'ada', \(sealed(.accessKey, "AKIA", sealer)), 0)
            """,
            """
            INSERT INTO data_api_keys (api_id, id, sealed, created_at, expires_at)
            VALUES ('a', 'hash', \(sealed(.dataAPIKey, "a|hash", sealer)), 0, 0)
            """,
        ]
        for statement in statements { try connection.execute(statement) }
    }

    /// What the values of a row are bound to, by the row's key.
    private static func context(of row: SealedRow) -> String {
        switch row.column {
        case .passwords, .secondFactors, .deviceVerifiers, .signingKeys, .serviceSigningKeys, .samlKeys,
            .providerDetails, .importChunks, .queuedMessages, .indexKeys, .userKeys, .dataAPIKeys:
            row.name
        case .formerPasswords: "p|u0"
        case .clientSecrets: "c"
        case .waitingSignIns: ""
        }
    }

    /// All rows of a column.
    func rows(of column: SealedColumn) async throws -> [SealedRow] {
        try await database.read { reader in try reader.sealedRows(of: column, after: nil, limit: 10_000) }
    }

    /// Whether each value of the database is the plaintext under a sealer, with the context that is written out here.
    func expectAllOpen(by sealer: Sealer) async throws {
        for column in SealedColumn.allCases {
            let rows = try await rows(of: column)
            #expect(!rows.isEmpty, "\(column)")
            for row in rows {
                let values = try #require(row.sealed)
                #expect(values.count == (column == .secondFactors ? 2 : 1))
                for value in values {
                    let context = Array(Self.context(of: row).utf8)
                    let opened = try sealer.open(value, purpose: column.purpose, context: context)
                    #expect(opened == Self.plaintext, "\(column)")
                }
            }
        }
    }
}
