// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import GatehouseWebAuthn
import Testing

extension StoreContract {
    /// The rules for the storage of passkeys.
    package static let passkeys: [StoreContractRule] = [
        StoreContractRule("passkeys come back as they were written, the oldest first") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for number in [3, 1, 2] as [UInt8] { try store.insert(passkey(number)) }
                try store.insert(passkey(9, ofUser: "t"))
                try store.insert(passkey(1, inPool: "q"))
                #expect(try store.passkeys(ofUser: "s", inPool: "p") == [1, 2, 3].map { passkey($0) })
                #expect(try store.passkeys(ofUser: "t", inPool: "p") == [passkey(9, ofUser: "t")])
                #expect(try store.passkeys(ofUser: "nobody", inPool: "p").isEmpty)
            }
        },
        StoreContractRule("two passkeys of a pool cannot have the same id, even those of different users") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(passkey(1))
                for sub in ["s", "t"] {
                    #expect(throws: StoreConflict.taken("AQ")) { try store.insert(passkey(1, ofUser: sub)) }
                }
            }
        },
        StoreContractRule("a proof changes counter, copy and last use, and nothing else") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(passkey(1))
                try store.insert(passkey(2))
                var used = passkey(1)
                used.signCount = .max
                used.isBackedUp = true
                used.lastUsedAt = moment(7)
                try store.update(used)
                #expect(try store.passkeys(ofUser: "s", inPool: "p") == [used, passkey(2)])
                #expect(throws: StorageError.missingRow("passkeys")) { try store.update(passkey(3)) }
            }
        },
        StoreContractRule("a passkey goes with its owner's word, with its owner, and with its pool") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(pool("p"))
                try store.insert(user("s", inPool: "p"), names: [])
                for number in 1...3 as ClosedRange<UInt8> { try store.insert(passkey(number)) }
                #expect(try !store.deletePasskey([1], ofUser: "t", inPool: "p"))
                #expect(try !store.deletePasskey([1], ofUser: "s", inPool: "q"))
                #expect(try store.deletePasskey([1], ofUser: "s", inPool: "p"))
                #expect(try !store.deletePasskey([1], ofUser: "s", inPool: "p"))
                #expect(try store.passkeys(ofUser: "s", inPool: "p").count == 2)
                try store.deleteUser("s", inPool: "p")
                #expect(try store.passkeys(ofUser: "s", inPool: "p").isEmpty)
                try store.insert(passkey(4))
                try store.deleteUserPool("p")
                #expect(try store.passkeys(ofUser: "s", inPool: "p").isEmpty)
            }
        },
    ]

    private static func passkey(_ number: UInt8, ofUser sub: String = "s", inPool poolID: String = "p") -> PasskeyRecord
    {
        PasskeyRecord(
            poolID: poolID, sub: sub, credentialID: [number], publicKey: [1, 2, 3], signCount: 3_000_000_000,
            isBackupEligible: true, isBackedUp: false, aaguid: [UInt8](0..<16), relyingPartyID: "example.com",
            attachment: number == 1 ? .crossPlatform : nil, transports: number == 1 ? ["nfc", "usb"] : [],
            createdAt: moment(Double(number)))
    }
}
