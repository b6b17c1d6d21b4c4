// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Former passwords, sessions and events.
    package static let accounts: [StoreContractRule] = [
        StoreContractRule("former passwords come back the newest first, as many as are kept") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for number in 1...5 {
                    try store.keep(password(number), ofUser: "s", inPool: "p", atMost: 3)
                    try store.keep(password(9), ofUser: "t", inPool: "p", atMost: 3)
                }
                let kept = try store.formerPasswords(ofUser: "s", inPool: "p", limit: 9)
                #expect(kept == [5, 4, 3].map(password))
                #expect(try store.formerPasswords(ofUser: "s", inPool: "p", limit: 2) == [5, 4].map(password))
                try store.keep(password(6), ofUser: "s", inPool: "p", atMost: 1)
                #expect(try store.formerPasswords(ofUser: "s", inPool: "p", limit: 9) == [password(6)])
                #expect(try store.formerPasswords(ofUser: "s", inPool: "q", limit: 9).isEmpty)
            }
        },
        StoreContractRule("sessions come back the last used first, and end with their families") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for number in 1...4 {
                    try store.insert(family("f\(number)", ofUser: "s", inPool: "p"))
                    try store.insert(session(number))
                }
                #expect(throws: StoreConflict.taken(session(1).id)) { try store.insert(session(1)) }
                let origin = CallOrigin(address: "192.0.2.9", userAgent: "Other")
                try store.noteUse(ofFamily: "f2", inPool: "p", from: origin, at: moment(50))
                try store.noteUse(ofFamily: "unknown", inPool: "p", from: origin, at: moment(50))
                let sessions = try store.userSessions(ofUser: "s", inPool: "p", at: moment(50))
                #expect(sessions.map(\.familyID) == ["f2", "f4", "f3", "f1"])
                #expect(sessions.first?.address == "192.0.2.9")
                #expect(sessions.last == session(1))
                try store.revokeTokenFamily("f4", inPool: "p", at: moment(51))
                #expect(
                    try store.userSessions(ofUser: "s", inPool: "p", at: moment(51)).map(\.familyID)
                        == ["f2", "f3", "f1"])
                #expect(try store.userSessions(ofUser: "s", inPool: "p", at: moment(1_000)).isEmpty)
                try store.revokeTokenFamilies(ofUser: "s", inPool: "p", at: moment(51))
                #expect(try store.userSessions(ofUser: "s", inPool: "p", at: moment(51)).isEmpty)
            }
        },
        StoreContractRule("events come back the newest first, page by page, and can be changed") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for number in 1...4 { try store.insert(event(number)) }
                try store.insert(event(1, ofUser: "t"))
                let page = try store.authEvents(ofUser: "s", inPool: "p", before: nil, limit: 2)
                #expect(page.map(\.description) == [4, 3].map { event($0).description })
                try store.insert(event(5))
                let next = try store.authEvents(ofUser: "s", inPool: "p", before: page.last?.position, limit: 9)
                #expect(next.map(\.description) == [2, 1].map { event($0).description })
                var changed = next[0]
                changed.description.eventResponse = .fail
                try store.update(changed)
                #expect(try store.authEvent("event 2", ofUser: "s", inPool: "p") == changed)
                #expect(try store.authEvent("event 2", ofUser: "t", inPool: "p") == nil)
                #expect(throws: StoreConflict.taken("event 2")) { try store.insert(event(2)) }
                #expect(throws: StorageError.missingRow("auth_events")) {
                    try store.update(event(1, ofUser: "nobody"))
                }
            }
        },
        StoreContractRule("the purge takes ended sessions, and events after ninety days") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(session(1))
                try store.insert(event(1))
                #expect(try store.purgeExpired(before: moment(1_000), limit: 9) == 0)
                #expect(try store.purgeExpired(before: moment(1_001), limit: 9) == 1)
                #expect(try store.purgeExpired(before: moment(90 * 86_400 - 1), limit: 9) == 0)
                #expect(try store.purgeExpired(before: moment(90 * 86_400), limit: 9) == 1)
                #expect(try store.authEvents(ofUser: "s", inPool: "p", before: nil, limit: 9).isEmpty)
            }
        },
        StoreContractRule("user, client and pool take their sessions, events and former passwords along") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try removeOwner(from: store) {
                    try store.insert(session(1))
                    try store.insert(event(1))
                    try store.keep(password(1), ofUser: "s", inPool: "p", atMost: 3)
                } then: { () throws in
                    #expect(try store.userSessions(ofUser: "s", inPool: "p", at: moment()).isEmpty)
                    #expect(try store.authEvents(ofUser: "s", inPool: "p", before: nil, limit: 9).isEmpty)
                    #expect(try store.formerPasswords(ofUser: "s", inPool: "p", limit: 9).isEmpty)
                }
                try store.insert(client("client", inPool: "p"))
                try store.insert(session(1))
                try store.deleteAppClient("client")
                #expect(try store.userSessions(ofUser: "s", inPool: "p", at: moment()).isEmpty)
            }
        },
        StoreContractRule("pools and clients remember what they say of sessions") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(pool("p"))
                try store.insert(client("client", inPool: "p"))
                #expect(try store.userPool("p")?.sessions == SessionSettings())
                #expect(try store.appClient("client")?.ssoSessionMinutes == nil)
                var pool = pool("p")
                pool.sessions = SessionSettings(isTracked: true, maximumPerUser: 7)
                try store.update(pool)
                var client = client("client", inPool: "p")
                client.ssoSessionMinutes = 5
                try store.update(client)
                #expect(try store.userPool("p") == pool)
                #expect(try store.appClient("client") == client)
                try store.deleteUserPool("p")
                try store.insert(pool)
                #expect(try store.userPool("p") == pool)
            }
        },
        StoreContractRule("a region has the pools whose ids begin with it and an underline") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for id in ["r_1", "r_2", "r_Z", "r-1_3", "rr_4", "r", "q_5"] { try store.insert(pool(id)) }
                #expect(try [1, 3, 4].map { try store.hasUserPools($0, inRegion: "r") } == [true, true, false])
                #expect(try !store.hasUserPools(1, inRegion: "s") && store.hasUserPools(1, inRegion: "rr"))
            }
        },
        StoreContractRule("a pool tells whether it has so many clients and groups") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for number in 1...3 {
                    try store.insert(client("client \(number)", inPool: "p"))
                    try store.insert(
                        GroupRecord(poolID: "p", name: "\(number)", createdAt: moment(), modifiedAt: moment()))
                }
                #expect(try [1, 3, 4].map { try store.hasAppClients($0, inPool: "p") } == [true, true, false])
                #expect(try [1, 3, 4].map { try store.hasGroups($0, inPool: "p") } == [true, true, false])
                #expect(try !store.hasAppClients(1, inPool: "q") && !store.hasGroups(1, inPool: "q"))
            }
        },
    ]

    private static func password(_ number: Int) -> UserRecord.SealedPassword {
        UserRecord.SealedPassword(sealed: [UInt8(number)], setAt: moment(Double(number)))
    }

    static func session(_ number: Int) -> UserSessionRecord {
        UserSessionRecord(
            id: "session \(number)", poolID: "p", familyID: "f\(number)", clientID: "client", sub: "s",
            address: "192.0.2.1", device: "Test", createdAt: moment(), lastActiveAt: moment(Double(number)),
            expiresAt: moment(1_000))
    }

    private static func event(_ number: Int, ofUser sub: String = "s") -> AuthEventRecord {
        AuthEventRecord(
            poolID: "p", sub: sub,
            description: AuthEventType(
                eventId: "event \(number)", eventType: .signIn, creationDate: moment(), eventResponse: .pass,
                challengeResponses: [ChallengeResponseType(challengeName: .password, challengeResponse: .success)]))
    }
}
