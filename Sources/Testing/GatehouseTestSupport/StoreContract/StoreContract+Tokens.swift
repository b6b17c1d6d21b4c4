// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Codes, tokens, single-use tokens and counters.
    package static let tokens: [StoreContractRule] = [
        StoreContractRule("a user has one code of each purpose") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let purposes: [CodePurpose] = [
                    .signUp, .passwordReset, .attribute("email"), .attribute("phone_number"),
                ]
                for purpose in purposes { try store.put(code(purpose, ofUser: "s", inPool: "p")) }
                var guessed = code(.passwordReset, ofUser: "s", inPool: "p")
                guessed.attempts = 3
                try store.put(guessed)
                try store.deleteCode(.attribute("email"), ofUser: "s", inPool: "p")
                #expect(try store.code(.passwordReset, ofUser: "s", inPool: "p") == guessed)
                #expect(try store.code(.attribute("email"), ofUser: "s", inPool: "p") == nil)
                #expect(try store.code(.attribute("phone_number"), ofUser: "s", inPool: "p") != nil)
                #expect(try store.code(.signUp, ofUser: "t", inPool: "p") == nil)
            }
        },
        StoreContractRule("a family is found by id and event, and the first revocation stands") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let record = family("f", ofUser: "s", inPool: "p")
                try store.insert(record)
                #expect(try store.tokenFamily("f", inPool: "p") == record)
                #expect(try store.tokenFamily(ofEvent: record.eventID, inPool: "p") == record)
                #expect(try store.tokenFamily("f", inPool: "q") == nil)
                #expect(throws: StoreConflict.taken("f")) { try store.insert(record) }
                try store.revokeTokenFamily("f", inPool: "p", at: moment(5))
                try store.revokeTokenFamily("f", inPool: "p", at: moment(6))
                #expect(try store.tokenFamily("f", inPool: "p")?.revokedAt == moment(5))
            }
        },
        StoreContractRule("a family remembers what was proved and when, its level, and the device") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let records = [
                    family("all", ofUser: "s", inPool: "p", methods: Set(AuthenticationMethod.allCases)),
                    family("one", ofUser: "s", inPool: "p", methods: [.email], levelName: "ü \"2\""),
                    family("old", ofUser: "s", inPool: "p", methods: [.password, .sms], provedAt: moment(-5)),
                    family("device", ofUser: "s", inPool: "p", deviceKey: "k", methods: [.password]),
                    family("nothing", ofUser: "s", inPool: "p", deviceKey: "k"),
                ]
                for record in records {
                    try store.insert(record)
                    #expect(try store.tokenFamily(record.id, inPool: "p") == record)
                }
            }
        },
        StoreContractRule("signing a user out revokes the token families of that user only") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let owners = [("a", "s", "p"), ("b", "s", "p"), ("c", "t", "p"), ("d", "s", "q")]
                for (id, sub, poolID) in owners { try store.insert(family(id, ofUser: sub, inPool: poolID)) }
                try store.revokeTokenFamilies(ofUser: "s", inPool: "p", at: moment(5))
                let revoked = try owners.filter { id, _, poolID in
                    try store.tokenFamily(id, inPool: poolID)?.revokedAt != nil
                }
                #expect(revoked.map(\.0) == ["a", "b"])
            }
        },
        StoreContractRule("signing a user out of all sessions but one keeps that one") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for number in 1...3 {
                    try store.insert(family("f\(number)", ofUser: "s", inPool: "p"))
                    try store.insert(session(number))
                }
                try store.revokeTokenFamilies(ofUser: "s", inPool: "p", at: moment(5), except: "f2")
                let kept = try ["f1", "f2", "f3"].filter { try store.tokenFamily($0, inPool: "p")?.revokedAt == nil }
                #expect(kept == ["f2"])
                let sessions = try store.userSessions(ofUser: "s", inPool: "p", at: moment(5))
                #expect(sessions.map(\.familyID) == ["f2"])
            }
        },
        StoreContractRule("a refresh token is found by its hash and remembers its rotation") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                var record = token([1, 0, 255], ofFamily: "f", inPool: "p")
                try store.insert(record)
                #expect(try store.refreshToken([1, 0, 255]) == record)
                #expect(try store.refreshToken([1, 0]) == nil)
                record.rotatedAt = moment(4)
                try store.update(record)
                #expect(try store.refreshToken([1, 0, 255]) == record)
                #expect(throws: StorageError.missingRow("refresh_tokens")) {
                    try store.update(token([2], ofFamily: "f", inPool: "p"))
                }
            }
        },
        StoreContractRule("of a family's replaced tokens, those that name it are found and removed") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let records = [
                    token([0], ofFamily: "f", inPool: "p", rotatedAt: moment(1), namesFamily: true),
                    token([1], ofFamily: "f", inPool: "p", rotatedAt: moment(2), namesFamily: true),
                    token([2], ofFamily: "f", inPool: "p", rotatedAt: moment(3), namesFamily: true),
                    token([3], ofFamily: "f", inPool: "p", namesFamily: true),
                    token([4], ofFamily: "f", inPool: "p", rotatedAt: moment(1)),
                    token([5], ofFamily: "g", inPool: "p", rotatedAt: moment(1), namesFamily: true),
                    token([6], ofFamily: "f", inPool: "q", rotatedAt: moment(1), namesFamily: true),
                ]
                for record in records {
                    try store.insert(record)
                    #expect(try store.refreshToken(record.hash) == record)
                }
                let found = try store.replacedTokens(ofFamily: "f", inPool: "p", before: moment(3), limit: 9)
                #expect(Set(found) == [[0], [1]])
                #expect(try store.replacedTokens(ofFamily: "f", inPool: "p", before: moment(3), limit: 1).count == 1)
                try store.deleteRefreshTokens(found + [[99]])
                #expect(try store.replacedTokens(ofFamily: "f", inPool: "p", before: moment(3), limit: 9).isEmpty)
                let kept = try records.filter { record in try store.refreshToken(record.hash) != nil }
                #expect(kept.map(\.hash) == [[2], [3], [4], [5], [6]])
                #expect(try store.hasRefreshTokens(ofFamily: "f", inPool: "q"))
                #expect(try !store.hasRefreshTokens(ofFamily: "g", inPool: "q"))
                try store.deleteRefreshTokens([[6]])
                #expect(try !store.hasRefreshTokens(ofFamily: "f", inPool: "q"))
            }
        },
        StoreContractRule("a single-use token is spent once, however many callers try at the same time") { database in
            let store = try await userPools(in: database)
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await store.write { store in
                            try store.spend(SingleUseID(id: "one", expiresAt: moment()))
                        }
                    }
                }
                return try await group.reduce(into: 0) { count, isFirst in count += isFirst ? 1 : 0 }
            }
            #expect(winners == 1)
            let isSpent = try await store.read { store in
                try ["one", "another"].map { try store.isSpent(SingleUseID(id: $0, expiresAt: moment())) }
            }
            #expect(isSpent == [true, false])
        },
        StoreContractRule("a spent single-use token is remembered for a minute after it has expired") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let id = SingleUseID(id: "one", expiresAt: moment())
                _ = try store.spend(id)
                #expect(try store.purgeExpired(before: moment(60), limit: 9) == 0)
                #expect(try store.isSpent(id))
                #expect(try store.purgeExpired(before: moment(61), limit: 9) == 1)
                #expect(try !store.isSpent(id))
            }
        },
        StoreContractRule("the latest time by which a spent id was removed is kept") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for (number, purge) in [(0, 1_000.0), (1, 900), (2, 1_100)] {
                    _ = try store.purgeExpired(before: moment(5_000), singleUseIDs: moment(purge), limit: 9)
                    #expect(try store.latestPurgeOfSingleUseIDs() == [nil, moment(1_000), moment(1_000)][number])
                    _ = try store.spend(SingleUseID(id: "\(number)", expiresAt: moment(purge - 61)))
                    #expect(try store.purgeExpired(before: moment(), singleUseIDs: moment(purge), limit: 9) == 1)
                    #expect(try store.latestPurgeOfSingleUseIDs() == moment(max(purge, 1_000)))
                }
            }
        },
        StoreContractRule("only a user who has signed in has token families") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(family("f", ofUser: "s", inPool: "p"))
                for (sub, poolID) in [("s", "p"), ("t", "p"), ("s", "q")] {
                    #expect(try store.hasTokenFamilies(ofUser: sub, inPool: poolID) == (sub == "s" && poolID == "p"))
                }
            }
        },
        StoreContractRule("failed attempts are counted for each subject") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for count in 1...3 {
                    try store.put(
                        FailedAttemptsRecord(
                            poolID: "p", subject: [1], count: count, lastFailureAt: moment(Double(count))))
                }
                let record = try store.failedAttempts(on: [1], inPool: "p")
                #expect(record?.count == 3)
                #expect(record?.lastFailureAt == moment(3))
                try store.deleteFailedAttempts(on: [1], inPool: "p")
                #expect(try store.failedAttempts(on: [1], inPool: "p") == nil)
                for (count, isFirst) in [(7, true), (8, false)] {
                    let attempts = FailedAttemptsRecord(
                        poolID: "p", subject: [1], count: count, lastFailureAt: moment(Double(count)))
                    #expect(try store.putFirst(attempts) == isFirst)
                }
                #expect(try store.failedAttempts(on: [1], inPool: "p")?.count == 7)
            }
        },
        StoreContractRule("the purge takes what has ended, at most so many of a kind, and nothing else") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertFixture("p", store)
                for number in 0..<5 {
                    try store.insert(
                        family("old \(number)", ofUser: "s", inPool: "p", expiresAt: moment(Double(number))))
                    try store.insert(
                        token([100, UInt8(number)], ofFamily: "old \(number)", inPool: "p", expiresAt: moment(1)))
                    _ = try store.spend(SingleUseID(id: "\(number)", expiresAt: moment(-20)))
                }
                #expect(try store.purgeExpired(before: moment(50), limit: 3) == 6)
                #expect(try store.purgeExpired(before: moment(50), limit: 3) == 4)
                #expect(try store.purgeExpired(before: moment(50), limit: 3) == 0)
                #expect(try countOfFixtureParts("p", store) == 9)
                // A day later the code, the token and the attempts are gone as well.
                #expect(try store.purgeExpired(before: moment(86_400), limit: 9) == 3)
                #expect(try countOfFixtureParts("p", store) == 6)
                // Families stay for a day behind their end, as access tokens may.
                #expect(try store.purgeExpired(before: moment(86_400 + 4), limit: 9) == 4)
                #expect(try store.purgeExpired(before: moment(86_400 + 1_000), limit: 9) == 1)
                #expect(try countOfFixtureParts("p", store) == 6)
                #expect(try store.purgeExpired(before: moment(86_400 + 1_001), limit: 9) == 1)
                #expect(try countOfFixtureParts("p", store) == 5)
            }
        },
    ]
}
