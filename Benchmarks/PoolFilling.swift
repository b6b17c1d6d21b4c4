// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCrypto
import GatehouseSQLite
import GatehouseStorage
import GatehouseUserPoolModel
import GatehouseUserPools

/// Puts very many users into a pool through the store, while no server runs: over HTTP it would take half an hour.
struct PoolFilling {
    private static let usersPerTransaction = 5_000

    let folder: URL
    let poolID: String

    /// Adds users; `password` seals the password of the one with an id, if they have any.
    func add(
        _ count: Int, password: @escaping @Sendable (_ sub: String) -> UserRecord.SealedPassword? = { _ in nil }
    ) async throws {
        let database = try SQLiteDatabase(path: folder.appending(path: "data/gatehouse.sqlite").path)
        let store = SQLUserPoolStore(database)
        for start in stride(from: 0, to: count, by: Self.usersPerTransaction) {
            let numbers = start..<min(start + Self.usersPerTransaction, count)
            try await store.write { [poolID] store in
                for number in numbers {
                    let user = Self.user(number, in: poolID, password)
                    try store.insert(user, names: [SignInName(.username, user.username)])
                }
            }
        }
    }

    /// A user who came by an import; without a password, one who must set it.
    private static func user(
        _ number: Int, in poolID: String, _ password: (_ sub: String) -> UserRecord.SealedPassword?
    ) -> UserRecord {
        let username = "filler-\(number)"
        let attributes = ["email": username + "@example.com", "email_verified": "true", "name": "Number \(number)"]
        let now = Date()
        let sub = Entropy.system.uuid()
        let sealed = password(sub)
        return UserRecord(
            sub: sub, poolID: poolID, username: username, status: sealed == nil ? .resetRequired : .confirmed,
            attributes: attributes, password: sealed, createdAt: now, modifiedAt: now)
    }
}
