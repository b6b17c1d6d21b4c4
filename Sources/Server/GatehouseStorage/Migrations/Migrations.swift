// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// All released migrations, in order.
///
/// A released migration never changes; a correction is a new migration at the end.
package enum Migrations {
    /// The migrations by ascending version, the first with version 1.
    package static let all = released + added

    /// One migration more in a debug build with the environment variable `GATEHOUSEBUILD_ADDED_MIGRATION`.
    ///
    /// `make failover` replaces nodes under load by nodes of a later schema. No release has this switch.
    private static var added: [Migration] {
        #if DEBUG
        if ProcessInfo.processInfo.environment["GATEHOUSEBUILD_ADDED_MIGRATION"] == "1" {
            let statement: SQL = "CREATE TABLE added_by_failover (id BIGINT NOT NULL PRIMARY KEY)"
            return [Migration(version: released.count + 1, name: "added", statements: [statement])]
        }
        #endif
        return []
    }

    private static let released: [Migration] = [
        Migration(version: 1, name: "user pools", statements: UserPoolsSchema.statements),
        Migration(version: 2, name: "identity pools", statements: IdentityPoolsSchema.statements),
        Migration(version: 3, name: "groups", statements: GroupsSchema.statements),
        Migration(version: 4, name: "accounts", statements: AccountsSchema.statements),
        Migration(version: 5, name: "import jobs", statements: ImportJobsSchema.statements),
        Migration(version: 6, name: "queued messages", statements: QueuedMessagesSchema.statements),
        Migration(version: 7, name: "second factors", statements: SecondFactorsSchema.statements),
        Migration(version: 8, name: "devices", statements: DevicesSchema.statements),
        Migration(version: 9, name: "pool settings", statements: PoolSettingsSchema.statements),
        Migration(version: 10, name: "waiting sign-ins", statements: DevicesSchema.waitingSignIns),
        Migration(version: 11, name: "passkeys", statements: PasskeysSchema.statements),
        Migration(version: 12, name: "provisioned limits", statements: ProvisionedLimitsSchema.statements),
        Migration(version: 13, name: "authentication levels", statements: AuthenticationLevelsSchema.statements),
        Migration(version: 14, name: "index keys", statements: KeysSchema.indexKeys),
        Migration(version: 15, name: "password versions", statements: UserPoolsSchema.passwordVersions),
        Migration(version: 16, name: "used ids", statements: UserPoolsSchema.usedIDs),
        Migration(version: 17, name: "master keys", statements: KeysSchema.masterKeys),
        Migration(version: 18, name: "seal counts", statements: KeysSchema.sealCounts),
        Migration(version: 19, name: "access management", statements: AccessSchema.statements),
        Migration(version: 20, name: "identity tokens", statements: IdentityPoolsSchema.identityTokens),
        Migration(version: 21, name: "forward clock", statements: UserPoolsSchema.forwardClock),
        Migration(version: 22, name: "identity providers", statements: IdentityProvidersSchema.statements),
        Migration(version: 23, name: "hosted pages", statements: HostedPagesSchema.statements),
        Migration(version: 24, name: "hosted sign-ins", statements: HostedSignInsSchema.statements),
        Migration(version: 25, name: "provider sessions", statements: HostedSignInsSchema.providerSessions),
        Migration(version: 26, name: "proved factors", statements: HostedSignInsSchema.provedFactors),
        Migration(
            version: 27, name: "data APIs", statements: DataAPIsSchema.statements + RecordsSchema.statements),
        Migration(version: 28, name: "record versions", statements: RecordsSchema.versions),
        Migration(version: 29, name: "data cleanups", statements: RecordCleanupRow.statements),
        Migration(version: 30, name: "changes of owners", statements: RecordsSchema.memberChanges),
        Migration(version: 31, name: "project records", statements: ProjectsSchema.statements),
        Migration(version: 32, name: "nodes", statements: NodesSchema.statements),
        Migration(version: 33, name: "change log", statements: ChangeRow.statements + SchemaCreationRow.statements),
        Migration(version: 34, name: "base URLs of nodes", statements: NodesSchema.baseURLs),
        Migration(version: 35, name: "named families", statements: UserPoolsSchema.namedFamilies),
    ]
}

/// One step of the schema.
///
/// A released migration is never changed or removed; a correction is a new migration.
package struct Migration: Sendable {
    /// The position in the list, counted from 1.
    package let version: Int
    /// A short name of the change.
    package let name: String
    /// Plain SQL that every driver accepts: types TEXT, BIGINT and BLOB.
    package let statements: [SQL]

    package init(version: Int, name: String, statements: [SQL]) {
        self.version = version
        self.name = name
        self.statements = statements
    }

    /// The 64-bit FNV-1a hash of the statements.
    ///
    /// It detects accidental changes only: an attacker who can change the table of migrations can change all other
    /// tables, too.
    package var checksum: Int64 {
        let bytes: [UInt8] = statements.flatMap { statement -> [UInt8] in Array(statement.text.utf8) + [0] }
        return Int64(bitPattern: StableHash.of(bytes))
    }
}
