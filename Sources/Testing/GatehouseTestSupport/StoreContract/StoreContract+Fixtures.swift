// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
package import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// A moment with milliseconds, and moments some seconds later.
    static func moment(_ seconds: Double = 0) -> Date {
        Date(timeIntervalSince1970: 1_700_000_000.125 + seconds)
    }

    /// User pools over a database that this program's migrations have prepared.
    static func userPools(in database: any SQLDatabase) async throws -> SQLUserPoolStore {
        try await Migrator(Migrations.all).migrate(database)
        return SQLUserPoolStore(database)
    }

    static func pool(_ id: String, name: String = "People") -> UserPoolRecord {
        UserPoolRecord(
            id: id,
            description: UserPoolType(
                id: id, name: name,
                policies: UserPoolPolicyType(passwordPolicy: PasswordPolicyType(minimumLength: 9)),
                aliasAttributes: [.email], userPoolTags: ["a \"b\"": "ü\n"]),
            createdAt: moment(), modifiedAt: moment(1))
    }

    static func client(
        _ id: String, inPool poolID: String, secrets: [AppClientRecord.SealedSecret] = []
    ) -> AppClientRecord {
        AppClientRecord(
            id: id, poolID: poolID,
            description: UserPoolClientType(userPoolId: poolID, clientName: "App", clientId: id),
            secrets: secrets, createdAt: moment(), modifiedAt: moment(1))
    }

    static func user(
        _ sub: String, inPool poolID: String, username: String? = nil, attributes: [String: String] = [:]
    ) -> UserRecord {
        UserRecord(
            sub: sub, poolID: poolID, username: username ?? sub, status: .confirmed, attributes: attributes,
            password: UserRecord.SealedPassword(sealed: [1, 2, 3], setAt: moment(2)), createdAt: moment(),
            modifiedAt: moment(1))
    }

    /// Inserts a user's rows, removes the user, alone and then with the pool, and checks the remaining rows.
    static func removeOwner(
        from store: any UserPoolWriting, after insert: () throws -> Void, then look: () throws -> Void
    ) throws {
        for remove in [{ try store.deleteUser("s", inPool: "p") }, { try store.deleteUserPool("p") }] {
            try store.insert(pool("p"))
            try store.insert(user("s", inPool: "p"), names: [])
            try insert()
            try remove()
            try look()
            try store.deleteUserPool("p")
        }
    }

    static func code(_ purpose: CodePurpose, ofUser sub: String, inPool poolID: String) -> CodeRecord {
        CodeRecord(
            poolID: poolID, sub: sub, purpose: purpose, hash: [9, 9], attribute: "email", destination: "a@b.c",
            createdAt: moment(), expiresAt: moment(100))
    }

    static func family(
        _ id: String, ofUser sub: String, inPool poolID: String, clientID: String = "client",
        expiresAt: Date = moment(1_000), deviceKey: String? = nil, methods: Set<AuthenticationMethod> = [],
        levelName: String? = nil, provedAt: Date? = nil, grant: TokenGrant? = nil, authTime: Date = moment(),
        sessionHash: [UInt8]? = nil
    ) -> TokenFamilyRecord {
        TokenFamilyRecord(
            id: id, poolID: poolID, clientID: clientID, sub: sub, eventID: "event of \(id)", authTime: authTime,
            expiresAt: expiresAt, deviceKey: deviceKey, methods: methods, levelName: levelName,
            provedAt: provedAt, grant: grant, sessionHash: sessionHash)
    }

    static func token(
        _ hash: [UInt8], ofFamily familyID: String, inPool poolID: String, expiresAt: Date = moment(1_000),
        rotatedAt: Date? = nil, namesFamily: Bool = false
    ) -> RefreshTokenRecord {
        RefreshTokenRecord(
            hash: hash, poolID: poolID, familyID: familyID, expiresAt: expiresAt, rotatedAt: rotatedAt,
            namesFamily: namesFamily)
    }

    /// A pool with a client, a user who has signed in, and one of everything else that belongs to them.
    static func insertFixture(_ poolID: String, _ store: any UserPoolWriting) throws {
        let letter = UInt8(poolID.utf8.last ?? 0)
        try store.insert(pool(poolID))
        let secret = AppClientRecord.SealedSecret(id: "secret", sealed: [4], createdAt: moment())
        try store.insert(client("client of \(poolID)", inPool: poolID, secrets: [secret]))
        try store.insert(
            SigningKeyRecord(
                id: "key", poolID: poolID, use: .idTokens, sealedPrivateKey: [5], modulus: "n", exponent: "AQAB",
                createdAt: moment(), retiredAt: nil))
        try store.insert(
            user("ada", inPool: poolID, attributes: ["email": "ada@b.c"]), names: [SignInName(.email, "ada@b.c")])
        try store.put(code(.signUp, ofUser: "ada", inPool: poolID))
        try store.insert(family("family", ofUser: "ada", inPool: poolID, clientID: "client of \(poolID)"))
        try store.insert(token([letter], ofFamily: "family", inPool: poolID))
        try store.put(FailedAttemptsRecord(poolID: poolID, subject: [6], count: 2, lastFailureAt: moment()))
    }

    /// The number of the fixture's parts that are found: 9 if it is complete, 0 if it is absent.
    static func countOfFixtureParts(_ poolID: String, _ store: any UserPoolReading) throws -> Int {
        let letter = UInt8(poolID.utf8.last ?? 0)
        let found = [
            try store.userPool(poolID) != nil,
            try store.appClient("client of \(poolID)")?.secrets.count == 1,
            try store.signingKeys(ofPool: poolID).count == 1,
            try store.user(named: SignInName(.email, "ada@b.c"), inPool: poolID) != nil,
            try store.numberOfUsers(inPool: poolID) == 1,
            try store.code(.signUp, ofUser: "ada", inPool: poolID) != nil,
            try store.tokenFamily("family", inPool: poolID) != nil,
            try store.refreshToken([letter]) != nil,
            try store.failedAttempts(on: [6], inPool: poolID) != nil,
        ]
        return found.count { isThere in isThere }
    }
}

extension StoreContract {
    /// Writes the fixture into a database whose schema an earlier release may have made.
    package static func writeUserPools(in database: any SQLDatabase) async throws {
        try await SQLUserPoolStore(database).write { store in try insertFixture("p", store) }
    }

    /// Records an issue unless the fixture is complete.
    package static func expectUserPools(in database: any SQLDatabase) async throws {
        let size = try await SQLUserPoolStore(database).read { store in try countOfFixtureParts("p", store) }
        #expect(size == 9)
    }
}

extension UserPoolWriting {
    /// Removes what has expired by one time, on the wall clock as on the forward one.
    func purgeExpired(before date: Date, limit: Int) throws -> Int {
        try purgeExpired(before: date, singleUseIDs: date, limit: limit)
    }
}
