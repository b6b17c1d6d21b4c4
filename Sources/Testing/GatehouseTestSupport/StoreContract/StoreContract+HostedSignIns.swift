// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseStorage
import GatehouseUserPoolModel
import Testing

extension StoreContract {
    /// Browser sessions, authorization codes, and what the tokens of a family permit.
    package static let hostedSignIns: [StoreContractRule] = [
        StoreContractRule("a family remembers the scopes and the audience of its grant") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let grants = [
                    nil, TokenGrant(scopes: []), TokenGrant(scopes: ["openid", "https://b.c/d/read"]),
                    TokenGrant(scopes: ["email"], audience: "https://b.c/ü"),
                ]
                for (number, grant) in grants.enumerated() {
                    let record = family(
                        "f\(number)", ofUser: "s", inPool: "p", grant: grant, sessionHash: grant.map { _ in [0, 7] })
                    try store.insert(record)
                    #expect(try store.tokenFamily(record.id, inPool: "p") == record)
                }
            }
        },
        StoreContractRule("a browser session comes back as it was written, by the hash of its cookie") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                var local = browser([1], methods: [.password, .email], levelName: "ü")
                local.factors = ProvedFactors(
                    password: [0, 255], softwareToken: [7], passkeysRemovedAt: moment(-3))
                let federated = browser([2], provider: "corp", providerSession: "ö")
                for record in [local, federated] {
                    try store.insert(record)
                    #expect(try store.browserSession(record.hash) == record)
                }
                #expect(throws: StoreConflict.taken("browser session")) { try store.insert(local) }
                local.factors.password = [8]
                try store.setProvedPassword([8], ofBrowserSession: [1])
                try store.setProvedPassword([9], ofBrowserSession: [3])
                #expect(try store.browserSession([1]) == local)
                #expect(try store.browserSession([3]) == nil)
            }
        },
        StoreContractRule("the end of a browser session takes its unused codes, and no others") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for hash: [UInt8] in [[1], [2]] { try store.insert(browser(hash)) }
                try store.insert(authorizationCode([1], session: [1]))
                try store.insert(authorizationCode([2], session: [1]))
                try store.insert(authorizationCode([3], session: [2]))
                #expect(try store.redeem([2], as: "f"))
                try store.deleteBrowserSession([1])
                try store.deleteBrowserSession([9])
                #expect(try store.browserSession([1]) == nil)
                #expect(try store.browserSession([2]) != nil)
                let kept = try [[1], [2], [3]].filter { try store.authorizationCode($0) != nil }
                #expect(kept == [[2], [3]])
            }
        },
        StoreContractRule("a user's browser sessions end together, with the codes that were not used") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let owners: [([UInt8], String, String)] = [([1], "s", "p"), ([2], "t", "p"), ([3], "s", "q")]
                for (hash, sub, poolID) in owners {
                    try store.insert(browser(hash, ofUser: sub, inPool: poolID))
                    try store.insert(authorizationCode(hash, ofUser: sub, inPool: poolID))
                }
                try store.deleteBrowserSessions(ofUser: "s", inPool: "p")
                let kept = try owners.map(\.0).filter { try store.browserSession($0) != nil }
                #expect(kept == [[2], [3]])
                #expect(try owners.map(\.0).filter { try store.authorizationCode($0) != nil } == [[2], [3]])
            }
        },
        StoreContractRule("a user's other browser sessions end, with the codes that did not come from the kept one") {
            database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for (hash, sub): ([UInt8], String) in [([1], "s"), ([2], "s"), ([3], "t")] {
                    try store.insert(browser(hash, ofUser: sub))
                    try store.insert(authorizationCode(hash, ofUser: sub, session: hash))
                }
                try store.insert(authorizationCode([4], session: nil))
                try store.deleteBrowserSessions(ofUser: "s", inPool: "p", except: [1])
                let hashes: [[UInt8]] = [[1], [2], [3], [4]]
                #expect(try hashes.filter { try store.browserSession($0) != nil } == [[1], [3]])
                #expect(try hashes.filter { try store.authorizationCode($0) != nil } == [[1], [3]])
            }
        },
        StoreContractRule("the browser sessions of a provider end with their unused codes, and no others") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let sessions: [([UInt8], String, String?)] = [
                    ([1], "p", "corp"), ([2], "p", "other"), ([3], "p", nil), ([4], "q", "corp"),
                ]
                for (hash, poolID, provider) in sessions {
                    try store.insert(browser(hash, inPool: poolID, provider: provider))
                    try store.insert(authorizationCode(hash, inPool: poolID, session: hash))
                }
                try store.insert(authorizationCode([5], session: [1]))
                #expect(try store.redeem([5], as: "f"))
                try store.deleteBrowserSessions(ofProvider: "corp", inPool: "p")
                let hashes: [[UInt8]] = [[1], [2], [3], [4], [5]]
                #expect(try hashes.filter { try store.browserSession($0) != nil } == [[2], [3], [4]])
                #expect(try hashes.filter { try store.authorizationCode($0) != nil } == [[2], [3], [4], [5]])
            }
        },
        StoreContractRule("the browser sessions, the unused codes and the tokens of one sign-in end, and no others") {
            database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let owners = [("s", "p", 5.0), ("s", "p", 6.0), ("t", "p", 5.0), ("s", "q", 5.0)]
                for (number, (sub, poolID, time)) in owners.enumerated() {
                    let hash = [UInt8(number)]
                    try store.insert(browser(hash, ofUser: sub, inPool: poolID, signedInAt: time))
                    try store.insert(authorizationCode(hash, ofUser: sub, inPool: poolID, signedInAt: time))
                    try store.insert(family("f\(number)", ofUser: sub, inPool: poolID, authTime: moment(time)))
                }
                try store.insert(authorizationCode([9], ofUser: "s", inPool: "p", signedInAt: 5))
                #expect(try store.redeem([9], as: "f9"))
                try store.insert(family("f9", ofUser: "s", inPool: "p", authTime: moment(5)))
                try store.deleteBrowserSessions(ofUser: "s", inPool: "p", signedInAt: moment(5))
                let hashes: [[UInt8]] = [[0], [1], [2], [3], [9]]
                #expect(try hashes.filter { try store.browserSession($0) != nil } == [[1], [2], [3]])
                #expect(try hashes.filter { try store.authorizationCode($0) != nil } == [[1], [2], [3], [9]])
                try store.revokeTokenFamilies(
                    ofUser: "s", inPool: "p", signedInAt: moment(5), at: moment(7), except: "f9")
                let families = [("f0", "p"), ("f1", "p"), ("f2", "p"), ("f3", "q"), ("f9", "p")]
                let revoked = try families.filter { try store.tokenFamily($0, inPool: $1)?.revokedAt != nil }
                #expect(revoked.map(\.0) == ["f0"])
                try store.revokeTokenFamilies(
                    ofUser: "s", inPool: "p", signedInAt: moment(5), at: moment(8), except: nil)
                #expect(try store.tokenFamily("f0", inPool: "p")?.revokedAt == moment(7))
                #expect(try store.tokenFamily("f9", inPool: "p")?.revokedAt == moment(8))
            }
        },
        StoreContractRule("signing a user out takes the codes that were not used, and no browser session") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try store.insert(browser([1]))
                try store.insert(authorizationCode([1]))
                try store.insert(authorizationCode([2]))
                #expect(try store.redeem([2], as: "f"))
                try store.revokeTokenFamilies(ofUser: "s", inPool: "p", at: moment(5))
                #expect(try store.authorizationCode([1]) == nil)
                #expect(try store.authorizationCode([2])?.familyID == "f")
                #expect(try store.browserSession([1]) != nil)
            }
        },
        StoreContractRule("an authorization code comes back with all that it is bound to") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                let bare = authorizationCode([1], session: nil)
                let full = AuthorizationCodeRecord(
                    hash: [2], poolID: "p", clientID: "c", sub: "s", redirectURI: "app://b?c=d", hasRedirectURI: true,
                    grant: TokenGrant(scopes: ["openid", "email"], audience: "https://b.c"), nonce: "n \"ü\"",
                    codeChallenge: "x", sessionHash: [0, 255],
                    signIn: CompletedSignIn(
                        eventID: "e", methods: [.password, .sms], levelName: "two", provedAt: moment(-9),
                        authTime: moment(-8)),
                    override: #"{"a":1}"#,
                    expiresAt: moment(300))
                for record in [bare, full] {
                    try store.insert(record)
                    #expect(try store.authorizationCode(record.hash) == record)
                }
                #expect(throws: StoreConflict.taken("authorization code")) { try store.insert(full) }
                #expect(try store.authorizationCode([3]) == nil)
            }
        },
        StoreContractRule("a code is redeemed once, however many callers try at the same time") { database in
            let store = try await userPools(in: database)
            try await store.write { try $0.insert(authorizationCode([1])) }
            let winners = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<50 {
                    let id = "f\(number)"
                    group.addTask { try await store.write { try $0.redeem([1], as: id) } ? id : nil }
                }
                return try await group.reduce(into: []) { winners, winner in winners += winner.map { [$0] } ?? [] }
            }
            #expect(winners.count == 1)
            #expect(try await store.read { try $0.authorizationCode([1])?.familyID } == winners.first)
            #expect(try await !store.write { try $0.redeem([2], as: "f") })
        },
        StoreContractRule("browser sessions and codes go with their user, their pool and their client") { database in
            let store = try await userPools(in: database)
            try await store.write { store in
                try removeOwner(from: store) {
                    try store.insert(browser([1]))
                    try store.insert(authorizationCode([1]))
                    try store.insert(authorizationCode([2]))
                    #expect(try store.redeem([2], as: "f"))
                } then: {
                    let codes = try [[1], [2]].compactMap { try store.authorizationCode($0) }
                    #expect(try store.browserSession([1]) == nil && codes.isEmpty)
                }
                try store.insert(client("client", inPool: "p"))
                try store.insert(browser([1]))
                try store.insert(authorizationCode([1]))
                try store.deleteAppClient("client")
                #expect(try store.authorizationCode([1]) == nil)
                #expect(try store.browserSession([1]) != nil)
            }
        },
        StoreContractRule("expired codes are removed a minute later, and browser sessions when no code can be left") {
            database in
            let store = try await userPools(in: database)
            try await store.write { store in
                for number in 0..<3 {
                    try store.insert(browser([UInt8(number)], expiresAt: moment(Double(number - 300))))
                    try store.insert(authorizationCode([UInt8(number)], expiresAt: moment(Double(number))))
                }
                #expect(try store.purgeExpired(before: moment(9_999), singleUseIDs: moment(60), limit: 9) == 0)
                #expect(try store.purgeExpired(before: moment(), singleUseIDs: moment(62), limit: 1) == 2)
                #expect(try store.purgeExpired(before: moment(), singleUseIDs: moment(62), limit: 9) == 2)
                #expect(try store.browserSession([2]) != nil && store.authorizationCode([2]) != nil)
                #expect(try store.browserSession([1]) == nil && store.authorizationCode([1]) == nil)
            }
        },
    ]

    private static func browser(
        _ hash: [UInt8], ofUser sub: String = "s", inPool poolID: String = "p",
        methods: Set<AuthenticationMethod> = [], levelName: String? = nil, provider: String? = nil,
        signedInAt time: Double = -2, providerSession: String? = nil, expiresAt: Date = moment(3_600)
    ) -> BrowserSessionRecord {
        BrowserSessionRecord(
            hash: hash, poolID: poolID, sub: sub,
            signIn: CompletedSignIn(
                eventID: "event", methods: methods, levelName: levelName, provedAt: moment(-1), authTime: moment(time)),
            provider: provider, providerSession: providerSession, createdAt: moment(), expiresAt: expiresAt)
    }

    private static func authorizationCode(
        _ hash: [UInt8], ofUser sub: String = "s", inPool poolID: String = "p", session: [UInt8]? = [1],
        signedInAt time: Double = 0, expiresAt: Date = moment(300)
    ) -> AuthorizationCodeRecord {
        AuthorizationCodeRecord(
            hash: hash, poolID: poolID, clientID: "client", sub: sub, redirectURI: "https://b.c", hasRedirectURI: false,
            grant: TokenGrant(scopes: ["openid"]), nonce: nil, codeChallenge: nil, sessionHash: session,
            signIn: CompletedSignIn(eventID: "event", provedAt: moment(), authTime: moment(time)), override: nil,
            expiresAt: expiresAt)
    }
}
