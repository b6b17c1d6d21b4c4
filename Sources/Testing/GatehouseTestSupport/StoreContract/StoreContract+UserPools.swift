// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Pools, clients and keys.
    package static let userPools: [StoreContractRule] = [
        StoreContractRule("a pool comes back as it was written, and changed as it was changed") { database in
            let store = try await userPools(in: database)
            var changed = pool("p")
            changed.description.name = "Renamed"
            changed.modifiedAt = moment(9)
            let second = changed
            try await store.write { store in try store.insert(pool("p")) }
            #expect(try await store.read { store in try store.userPool("p") } == pool("p"))
            try await store.write { store in try store.update(second) }
            #expect(try await store.read { store in try store.userPool("p") } == second)
            #expect(try await store.read { store in try store.userPool("q") } == nil)
        },
        StoreContractRule("a transaction sees its own changes, and a rollback undoes them") { database in
            let store = try await userPools(in: database)
            try await store.write { store in try store.insert(pool("p")) }
            #expect(try await store.read { store in try store.userPool("p") } == pool("p"))
            await #expect(throws: CancellationError.self) {
                try await store.write { store in
                    try store.update(pool("p", name: "Undone"))
                    #expect(try store.userPool("p")?.description.name == "Undone")
                    throw CancellationError()
                }
            }
            #expect(try await store.read { store in try store.userPool("p") } == pool("p"))
        },
        StoreContractRule("a transaction sees the last committed change of a pool and a client that were read before") {
            database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(pool("p"))
                try store.insert(client("c", inPool: "p"))
            }
            // Reads fill the caches.
            #expect(try await store.read { store in try store.userPool("p") } == pool("p"))
            #expect(try await store.read { store in try store.appClient("c") } == client("c", inPool: "p"))
            let secrets = (1...2).map { number in
                AppClientRecord.SealedSecret(id: "s\(number)", sealed: [UInt8(number)], createdAt: moment(5))
            }
            let changed = client("c", inPool: "p", secrets: [secrets[0]])
            await #expect(throws: CancellationError.self) {
                try await store.write { store in
                    try store.update(pool("p", name: "Undone"))
                    try store.update(client("c", inPool: "p", secrets: secrets))
                    #expect(try store.userPool("p")?.description.name == "Undone")
                    #expect(try store.appClient("c")?.secrets.count == 2)
                    throw CancellationError()
                }
            }
            try await store.write { store in
                #expect(try store.userPool("p") == pool("p"))
                #expect(try store.appClient("c") == client("c", inPool: "p"))
                try store.update(pool("p", name: "Renamed"))
                try store.update(changed)
            }
            try await store.write { store in
                let (found, foundClient) = try (store.userPool("p"), store.appClient("c"))
                #expect(found == pool("p", name: "Renamed"))
                #expect(foundClient == changed)
            }
        },
        StoreContractRule("an id in use is taken, and a row that is not there cannot be changed") { database in
            let store = try await userPools(in: database)
            await #expect(throws: StoreConflict.taken("p")) {
                try await store.write { store in for _ in 0..<2 { try store.insert(pool("p")) } }
            }
            await #expect(throws: StorageError.missingRow("user_pools")) {
                try await store.write { store in try store.update(pool("p")) }
            }
        },
        StoreContractRule("pools and clients come by page in the order of their ids") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for id in ["c", "a", "d", "b"] {
                    try store.insert(pool(id))
                    try store.insert(client("client \(id)", inPool: id == "d" ? "d" : "a"))
                }
            }
            try await store.read { store in
                #expect(try store.userPools(after: nil, limit: 2).map(\.id) == ["a", "b"])
                #expect(try store.userPools(after: "b", limit: 9).map(\.id) == ["c", "d"])
                let clients = try store.appClients(ofPool: "a", after: "client a", limit: 9)
                #expect(clients.map(\.id) == ["client b", "client c"])
            }
        },
        StoreContractRule("a client keeps its secrets in order, and a change replaces them") { database in
            let store = try await userPools(in: database)
            let secrets = (1...2).map { number in
                AppClientRecord.SealedSecret(id: "s\(3 - number)", sealed: [UInt8(number)], createdAt: moment(5))
            }
            let first = client("c", inPool: "p", secrets: secrets)
            let second = client("c", inPool: "p", secrets: [secrets[1]])
            try await store.write { store in try store.insert(first) }
            #expect(try await store.read { store in try store.appClient("c") } == first)
            try await store.write { store in try store.update(second) }
            #expect(try await store.read { store in try store.appClient("c") } == second)
        },
        StoreContractRule("keys come newest first, and a retired key stays until it is removed") { database in
            let store = try await userPools(in: database)
            let keys = (0..<3).map { age in
                SigningKeyRecord(
                    id: "k\(age)", poolID: "p", use: .accessTokens, sealedPrivateKey: [7], modulus: "n",
                    exponent: "AQAB", createdAt: moment(Double(-age)), retiredAt: nil)
            }
            let retired = { () -> SigningKeyRecord in
                var key = keys[1]
                key.retiredAt = moment(3)
                return key
            }()
            try await store.write { store in
                for key in keys.reversed() { try store.insert(key) }
                try store.update(retired)
            }
            #expect(
                try await store.read { store in try store.signingKeys(ofPool: "p") } == [keys[0], retired, keys[2]])
            for (date, left) in [(moment(3), [keys[0], retired, keys[2]]), (.distantFuture, [keys[0], keys[2]])] {
                try await store.write { store in try store.deleteSigningKeys(ofPool: "p", retiredBefore: date) }
                #expect(try await store.read { store in try store.signingKeys(ofPool: "p") } == left)
            }
        },
        StoreContractRule("a pool goes with everything in it and takes nothing from its neighbour") { database in
            let store = try await userPools(in: database)
            let sizes = { @Sendable (store: any UserPoolReading) in
                [try countOfFixtureParts("p", store), try countOfFixtureParts("q", store)]
            }
            try await store.write { store in for id in ["p", "q"] { try insertFixture(id, store) } }
            #expect(try await store.read(sizes) == [9, 9])
            try await store.write { store in try store.deleteUserPool("p") }
            #expect(try await store.read(sizes) == [0, 9])
            try await store.write { store in try insertFixture("p", store) }
            #expect(try await store.read(sizes) == [9, 9])
        },
        StoreContractRule("a client goes with its token families") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertFixture("p", store)
                try store.insert(family("other", ofUser: "ada", inPool: "p", clientID: "other client"))
                try store.deleteAppClient("client of p")
                try store.deleteAppClient("nobody's client")
            }
            try await store.read { store in
                // The remaining parts: the pool, its key, its user and the rows without a reference to the client.
                let size = try countOfFixtureParts("p", store)
                #expect(size == 6)
                #expect(try store.tokenFamily("other", inPool: "p") != nil)
            }
        },
    ]
}
