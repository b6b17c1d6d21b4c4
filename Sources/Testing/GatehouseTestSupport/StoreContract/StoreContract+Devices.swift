// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Confirmed devices, and the sign-ins that belong to them.
    package static let devices: [StoreContractRule] = [
        StoreContractRule("a device is one user's, and what may change of it changes") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                var record = device("k")
                try store.insert(record)
                #expect(throws: StoreConflict.taken("k")) { try store.insert(record) }
                try store.insert(device("k", ofUser: "t"))
                #expect(try store.device("k", ofUser: "s", inPool: "p") == record)
                #expect(try store.device("k", ofUser: "s", inPool: "q") == nil)
                #expect(try store.device("k\u{0}", ofUser: "s", inPool: "p") == nil)
                (record.isRemembered, record.address) = (true, "192.0.2.9")
                (record.modifiedAt, record.authenticatedAt) = (moment(8), moment(9))
                record.waiting = DeviceRecord.WaitingSignIn(publicKeyHash: [7, 0], session: "session")
                try store.update(record)
                #expect(try store.device("k", ofUser: "s", inPool: "p") == record)
                #expect(try store.device("k", ofUser: "t", inPool: "p") == device("k", ofUser: "t"))
                #expect(throws: StorageError.missingRow("devices")) { try store.update(device("unknown")) }
            }
        },
        StoreContractRule("devices come back page by page in the order of their keys") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for key in ["c", "a", "d", "b"] { try store.insert(device(key)) }
                try store.insert(device("aa", ofUser: "t"))
                let page = try store.devices(ofUser: "s", inPool: "p", after: nil, limit: 2)
                #expect(page.map(\.key) == ["a", "b"])
                let next = try store.devices(ofUser: "s", inPool: "p", after: "b", limit: 9)
                #expect(next.map(\.key) == ["c", "d"])
                #expect(try store.devices(ofUser: "s", inPool: "q", after: nil, limit: 9).isEmpty)
            }
        },
        StoreContractRule("a device takes the refresh tokens and sessions of its sign-ins along") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(device("k"))
                let signIns = [("f1", "s", "k"), ("f2", "s", "other"), ("f3", "t", "k")]
                for (number, (id, sub, key)) in signIns.enumerated() {
                    try store.insert(family(id, ofUser: sub, inPool: "p", deviceKey: key))
                    try store.insert(token([UInt8(number)], ofFamily: id, inPool: "p"))
                }
                for number in 1...2 { try store.insert(session(number)) }
                #expect(try store.tokenFamily("f1", inPool: "p")?.deviceKey == "k")
                try store.deleteDevice("k", ofUser: "s", inPool: "p")
                #expect(try store.device("k", ofUser: "s", inPool: "p") == nil)
                #expect(try (0...2).map { try store.refreshToken([$0]) != nil } == [false, true, true])
                let families = try signIns.map { try store.tokenFamily($0.0, inPool: "p") }
                #expect(families.map { $0?.deviceKey } == [nil, "other", "k"])
                #expect(families.allSatisfy { $0 != nil && $0?.revokedAt == nil })
                let sessions = try store.userSessions(ofUser: "s", inPool: "p", at: moment())
                #expect(sessions.map(\.familyID) == ["f2"])
            }
        },
        StoreContractRule("user and pool take their devices along") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try removeOwner(from: store) {
                    try store.insert(device("k"))
                } then: { () throws in
                    #expect(try store.devices(ofUser: "s", inPool: "p", after: nil, limit: 9).isEmpty)
                }
            }
        },
    ]

    private static func device(_ key: String, ofUser sub: String = "s") -> DeviceRecord {
        DeviceRecord(
            poolID: "p", sub: sub, key: key, name: "Telephone \(key)", isRemembered: false, sealedVerifier: [1, 0],
            address: "192.0.2.1", createdAt: moment(), modifiedAt: moment(1), authenticatedAt: moment(2))
    }
}
