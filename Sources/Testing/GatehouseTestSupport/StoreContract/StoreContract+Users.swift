// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Users, the names that identify them, and the search for them.
    package static let users: [StoreContractRule] = [
        StoreContractRule("a user comes back as written, whatever the attributes hold") { database in
            let store = try await userPools(in: database)
            let attributes = ["name": "Åsa \"A\" \\ \u{0}\u{1F600}", "custom:note": "", "email": "a@b.c"]
            var changed = user("s", inPool: "p", attributes: ["name": "B"])
            changed.password = nil
            changed.isEnabled = false
            changed.status = .resetRequired
            let first = user("s", inPool: "p", attributes: attributes)
            let second = changed
            try await store.write { store in try store.insert(first, names: []) }
            #expect(try await store.read { store in try store.user("s", inPool: "p") } == first)
            try await store.write { store in try store.update(second) }
            #expect(try await store.read { store in try store.user("s", inPool: "p") } == second)
            #expect(try await store.read { store in try store.user("s", inPool: "q") } == nil)
        },
        StoreContractRule("second factors come back as written, those of a user and those of a pool") { database in
            let store = try await userPools(in: database)
            let token = UserMFA.SoftwareToken(
                sealedSecret: [0, 255], friendlyName: "Ådas \"app\"", verifiedAt: moment(3))
            let all = UserMFA(
                softwareToken: token, pendingSecret: [7], enabled: Set(SecondFactor.allCases), preferred: .email,
                legacySMS: true, usesPasskeys: true, passkeysRemovedAt: moment(4))
            var ada = user("ada", inPool: "p")
            ada.mfa = all
            var people = pool("p")
            people.factors = PoolFactors(
                usesSMS: true, usesSoftwareToken: true, email: EmailMfaConfigType(message: "{####}", subject: "s"),
                webAuthn: WebAuthnConfigurationType(relyingPartyId: "b.c", userVerification: .required))
            let (written, writtenPool) = (ada, people)
            try await store.write { store in
                try store.insert(writtenPool)
                try store.insert(written, names: [])
                #expect(try store.userPool("p") == writtenPool)
                #expect(try store.user("ada", inPool: "p") == written)
                var changed = written
                for mfa in [UserMFA(enabled: [.sms]), UserMFA(legacySMS: true), .none] {
                    changed.mfa = mfa
                    try store.update(changed)
                    #expect(try store.user("ada", inPool: "p") == changed)
                }
                var plain = writtenPool
                plain.factors = .none
                try store.update(plain)
                #expect(try store.userPool("p") == plain)
            }
        },
        StoreContractRule("the search for a name finds its user, or says that it has read another") { database in
            let store = try await userPools(in: database)
            func find(_ name: String, _ neighbour: String, inPool poolID: String = "p") async throws -> FoundUser {
                try await store.read { store in
                    let sought = SoughtUser(SignInName(.username, name), inPool: poolID, orNear: neighbour)
                    store.expect([.soughtUser(sought)])
                    return try store.user(sought)
                }
            }
            #expect(try await find("ada", "a") == .none)
            let (first, last) = (user("b", inPool: "p", username: "ada"), user("d", inPool: "p", username: "bob"))
            try await store.write { store in
                try store.insert(first, names: [SignInName(.username, "ada"), SignInName(.email, "a@b.c")])
                try store.insert(last, names: [SignInName(.username, "bob")])
                try store.insert(group("admins", inPool: "p"))
                try store.addUser("d", toGroup: "admins", inPool: "p")
            }
            for neighbour in ["a", "c", "e"] {
                for name in ["ada", "a@b.c", "b"] { #expect(try await find(name, neighbour) == .named(first)) }
                for name in ["bob", "d"] { #expect(try await find(name, neighbour) == .named(last)) }
                // The next one in the order of the subs, and the first one behind the last.
                let stranger = neighbour == "c" ? last : first
                for name in ["c", "zoe", ""] { #expect(try await find(name, neighbour) == .standIn(stranger)) }
                #expect(try await find("ada", neighbour, inPool: "q") == .none)
                try await store.read { store in
                    #expect(try store.user(near: neighbour, inPool: "p") == stranger)
                    let groups = try store.groups(ofUserNear: neighbour, inPool: "p", limit: 9)
                    #expect(groups.map { $0.name } == (neighbour == "c" ? ["admins"] : []))
                }
            }
            #expect(try await find("\u{0}", "a") == .none)
        },
        StoreContractRule("versions stay, and a change of a user keeps what was sealed again since") { database in
            let store = try await userPools(in: database)
            var ada = user("ada", inPool: "p")
            ada.password = UserRecord.SealedPassword(new: [1, 2, 3], setAt: moment(2))
            ada.mfa.softwareToken = UserMFA.SoftwareToken(new: [4], friendlyName: nil, verifiedAt: moment(3))
            let written = ada
            try await store.write { store in try store.insert(written, names: []) }
            let read = try #require(try await store.read { store in try store.user("ada", inPool: "p") })
            #expect(read.password?.sealed == [1, 2, 3] && read.mfa.softwareToken?.sealedSecret == [4])
            #expect(read.password?.storedVersion == SealedVersion.first(of: [1, 2, 3]))
            #expect(read.mfa.softwareToken?.storedVersion == SealedVersion.first(of: [4]))
            try await database.write { connection in
                try connection.execute(
                    "UPDATE users SET password = \([9] as [UInt8]) WHERE pool_id = 'p' AND sub = 'ada'")
            }
            var changed = read
            changed.status = .resetRequired
            let (late, pending) = (changed, UserRecord.SealedPassword(new: [5], setAt: moment(4)))
            try await store.write { store in
                try store.update(late)
                #expect(try store.user("ada", inPool: "p")?.status == .resetRequired)
                #expect(try store.user("ada", inPool: "p")?.password?.sealed == [9])
                #expect(try store.user("ada", inPool: "p")?.password == written.password)
                var next = late
                next.password = pending
                try store.update(next)
                #expect(try store.user("ada", inPool: "p")?.password?.sealed == [5])
            }
        },
        StoreContractRule("a user is found by each name and by the sub, in their pool only") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(
                    user("s", inPool: "p"), names: [SignInName(.username, "ada"), SignInName(.email, "a@b.c")])
            }
            try await store.read { store in
                let names = ["ada", "a@b.c", "s", "Ada", "ada\u{0}"].map { name in SignInName(.username, name) }
                let here = try names.map { name in try store.user(named: name, inPool: "p")?.sub }
                let elsewhere = try names.map { name in try store.user(named: name, inPool: "q")?.sub }
                #expect(here == ["s", "s", "s", nil, nil])
                #expect(elsewhere == [nil, nil, nil, nil, nil])
            }
        },
        StoreContractRule("of a user or names that are refused, nothing is written") { database in
            let store = try await userPools(in: database)
            let sub = "8f14e45f-ceea-467f-a0e6-7f5b1c9d2a33"
            try await store.write { store in
                try store.insert(user(sub, inPool: "p"), names: [SignInName(.username, "ada")])
                for name in ["ada", sub] {
                    #expect(throws: StoreConflict.taken(name)) {
                        let names = [SignInName(.email, "new"), SignInName(.preferredUsername, name)]
                        try store.insert(user("t", inPool: "p"), names: names)
                    }
                }
                try store.insert(user("t", inPool: "p"), names: [SignInName(.username, "new")])
                for name in ["ada", sub] {
                    #expect(throws: StoreConflict.taken(name)) {
                        try store.replaceNames(ofUser: "t", inPool: "p", with: [SignInName(.email, name)])
                    }
                }
                #expect(throws: StoreConflict.taken("t")) {
                    let names = [SignInName(.username, "new"), SignInName(.email, "free")]
                    try store.insert(user("t", inPool: "p"), names: names)
                }
                #expect(try store.user(named: SignInName(.username, "new"), inPool: "p")?.sub == "t")
                #expect(try store.user(named: SignInName(.email, "free"), inPool: "p") == nil)
                #expect(try store.numberOfUsers(inPool: "p") == 2)
            }
        },
        StoreContractRule("a user may have the own sub as a name") { database in
            let store = try await userPools(in: database)
            let sub = "8f14e45f-ceea-467f-a0e6-7f5b1c9d2a33"
            let names = [SignInName(.username, sub), SignInName(.email, "a@b.c")]
            try await store.write { store in
                try store.insert(user(sub, inPool: "p"), names: names)
                try store.replaceNames(ofUser: sub, inPool: "p", with: names)
                for name in names { #expect(try store.user(named: name, inPool: "p")?.sub == sub) }
            }
        },
        StoreContractRule("names that are replaced are free again") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(
                    user("s", inPool: "p"), names: [SignInName(.username, "ada"), SignInName(.email, "e")])
                try store.replaceNames(
                    ofUser: "s", inPool: "p",
                    with: [SignInName(.username, "ada"), SignInName(.preferredUsername, "ada")])
                #expect(try store.user(named: SignInName(.email, "e"), inPool: "p") == nil)
                try store.insert(user("t", inPool: "p"), names: [SignInName(.email, "e")])
                #expect(try store.user(named: SignInName(.username, "ada"), inPool: "p")?.sub == "s")
            }
        },
        StoreContractRule("a user goes with names, codes and tokens") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertFixture("p", store)
                try store.deleteUser("ada", inPool: "p")
                try store.deleteUser("nobody", inPool: "p")
                // The remaining parts: the pool, its client, its key and the failed attempts.
                #expect(try countOfFixtureParts("p", store) == 4)
                let byEmail = UserFilter(field: .email, comparison: .startsWith, value: "")
                #expect(try store.users(inPool: "p", after: nil, limit: 9, filter: byEmail).isEmpty)
                try store.insert(user("bob", inPool: "p"), names: [SignInName(.email, "ada@b.c")])
            }
        },
        StoreContractRule("users are counted, and come by page in the order of their subs") { database in
            let store = try await userPools(in: database)
            let subs = (0..<40).map { number in "s\(number)" }
            try await store.write { store in for sub in subs { try store.insert(user(sub, inPool: "p"), names: []) } }
            try await store.read { store in
                let counts = [try store.numberOfUsers(inPool: "p"), try store.numberOfUsers(inPool: "q")]
                #expect(counts == [40, 0])
                #expect(try walk(store, filter: nil) == subs.sorted())
            }
        },
        StoreContractRule("changes of the counters of users are summed, and the numbers stay right") { database in
            let store = try await userPools(in: database)
            for poolID in ["p", "q"] {
                let users = (0..<20).map { number in user("s\(number)", inPool: poolID) }
                try await store.write { store in for user in users { try store.insert(user, names: []) } }
            }
            // No two users change the same row.
            #expect(try await countParts(in: database) == 20)
            let changed = try await store.read { store in
                try [nil, "p", "q"].map { last in try store.poolsWithChangedUserCounts(after: last, limit: 9) }
            }
            #expect(changed == [["p", "q"], ["q"], []])
            var summed: [Int] = []
            repeat {
                summed.append(try await store.write { store in try store.sumUserCounts(ofPool: "p", limit: 8) })
                #expect(try await store.read { store in try store.numberOfUsers(inPool: "p") } == 20)
            } while summed.last != 0
            #expect(summed == [8, 8, 4, 0])
            #expect(try await countParts(in: database) == 1)
            try await store.write { store in
                for sub in ["s1", "s2"] { try store.deleteUser(sub, inPool: "p") }
                #expect(try store.numberOfUsers(inPool: "p") == 18)
                #expect(try store.sumUserCounts(ofPool: "p", limit: 8) == 2)
                try store.insert(user("new", inPool: "p"), names: [])
                try store.deleteUser("new", inPool: "p")
                #expect(try store.sumUserCounts(ofPool: "p", limit: 8) == 1)
                #expect(try store.poolsWithChangedUserCounts(after: nil, limit: 9) == ["q"])
                #expect(try store.numberOfUsers(inPool: "p") == 18)
                #expect(try store.numberOfUsers(inPool: "q") == 20)
                try store.deleteUserPool("p")
                #expect(try store.numberOfUsers(inPool: "p") == 0)
            }
        },
        StoreContractRule("sign-ups while their changes are summed are counted once each") { database in
            let store = try await userPools(in: database)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<24 {
                    let new = user("s\(number)", inPool: "p")
                    group.addTask {
                        try await store.write { store in try store.insert(new, names: []) }
                        guard number % 4 == 0 else { return }
                        _ = try await store.write { store in try store.sumUserCounts(ofPool: "p", limit: 9) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await store.read { store in try store.numberOfUsers(inPool: "p") } == 24)
        },
        StoreContractRule("a filter finds the users that match, ignoring case where the field does") { database in
            let store = try await userPools(in: database)
            try await store.write { store in try insertPeople(store) }
            try await store.read { store in
                for (filter, subs) in filters {
                    let found = try walk(store, filter: filter)
                    #expect(found.sorted() == subs, "\(filter)")
                }
            }
        },
        StoreContractRule("a changed user is found under the new values only") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertPeople(store)
                var changed = user("1", inPool: "p", username: "Ada", attributes: ["email": "new@b.c"])
                changed.isEnabled = false
                try store.update(changed)
                let found = try [("ada@b.c", UserFilter.Field.email), ("new@b.c", .email), ("Disabled", .enabled)].map {
                    try walk(store, filter: UserFilter(field: $1, comparison: .equals, value: $0))
                }
                #expect(found == [[], ["1"], ["1"]])
            }
        },
        StoreContractRule("a user is found under the bytes of a value, also after a change to equal characters") {
            database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(user("1", inPool: "p", username: "Ada", attributes: ["name": "\u{E9}"]), names: [])
                try store.update(user("1", inPool: "p", username: "Ada", attributes: ["name": "e\u{301}"]))
                let found = try ["\u{E9}", "e\u{301}"].map { value in
                    try walk(store, filter: UserFilter(field: .name, comparison: .equals, value: value))
                }
                #expect(found == [[], ["1"]])
            }
        },
        StoreContractRule("a search by prefix goes on when the user it stopped at is gone") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try insertPeople(store)
                let filter = UserFilter(field: .username, comparison: .startsWith, value: "A")
                #expect(try walk(store, filter: filter) == ["1", "3"])
                try store.deleteUser("1", inPool: "p")
                #expect(try store.users(inPool: "p", after: "1", limit: 1, filter: filter).map(\.sub) == ["3"])
            }
        },
    ]

    /// The number of rows that the count of the users of the pool `p` has.
    private static func countParts(in database: any SQLDatabase) async throws -> Int {
        try await database.read { reader in
            try reader.query("SELECT part FROM user_counts WHERE pool_id = 'p'").count
        }
    }

    private static let filters: [(UserFilter, [String])] = [
        (UserFilter(field: .username, comparison: .equals, value: "Ada"), ["1"]),
        (UserFilter(field: .username, comparison: .equals, value: "ada"), []),
        (UserFilter(field: .username, comparison: .startsWith, value: "A"), ["1", "3"]),
        (UserFilter(field: .username, comparison: .startsWith, value: ""), ["1", "2", "3"]),
        (UserFilter(field: .email, comparison: .equals, value: "BOB@B.C"), ["2"]),
        (UserFilter(field: .email, comparison: .startsWith, value: "%"), []),
        (UserFilter(field: .email, comparison: .equals, value: "a\u{0}"), []),
        (UserFilter(field: .name, comparison: .startsWith, value: "élan 😀"), ["3"]),
        (UserFilter(field: .sub, comparison: .equals, value: "2"), ["2"]),
        (UserFilter(field: .sub, comparison: .startsWith, value: "2"), ["2"]),
        (UserFilter(field: .enabled, comparison: .equals, value: "Enabled"), ["1", "2", "3"]),
        (UserFilter(field: .userStatus, comparison: .equals, value: "CONFIRMED"), ["1", "2", "3"]),
        (UserFilter(field: .phoneNumber, comparison: .startsWith, value: ""), []),
    ]

    private static func insertPeople(_ store: any UserPoolWriting) throws {
        try store.insert(user("1", inPool: "p", username: "Ada", attributes: ["email": "ada@b.c"]), names: [])
        try store.insert(user("2", inPool: "p", username: "bob", attributes: ["email": "Bob@b.c"]), names: [])
        try store.insert(user("3", inPool: "p", username: "Al", attributes: ["name": "Élan 😀 X"]), names: [])
        try store.insert(user("4", inPool: "q", username: "Ada", attributes: ["email": "ada@b.c"]), names: [])
    }

    /// All pages of one user each, one after another.
    private static func walk(_ store: any UserPoolReading, filter: UserFilter?) throws -> [String] {
        var subs: [String] = []
        while let user = try store.users(inPool: "p", after: subs.last, limit: 1, filter: filter).first {
            subs.append(user.sub)
            guard subs.count < 100 else { break }
        }
        return subs
    }
}
