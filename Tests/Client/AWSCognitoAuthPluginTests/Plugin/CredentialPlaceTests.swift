// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseSession
import GatehouseWire
import Synchronization
import Testing

@testable import AWSCognitoAuthPlugin

@Suite struct CredentialPlaceTests {
    private let stores = Stores()
    private let keys = StoreKeys(userPoolID: "r_pool", identityPoolID: nil)

    @Test func `without a group the session stays private`() throws {
        try start(nil, store: "mine")
        #expect(session(at: nil) == "mine")
    }

    @Test func `joining a group without moving wipes the private session`() throws {
        try start(nil, store: "mine")
        #expect(session(at: AccessGroup(name: "A")) == nil)
        #expect(session(at: .some(.none)) == nil)
    }

    @Test func `joining a group moves the session on request`() throws {
        try start(nil, store: "mine")
        let moving = AccessGroup(name: "A", migrateKeychainItemsOfUserSession: true)
        #expect(session(at: moving) == "mine")
        #expect(session(at: AccessGroup(name: "A")) == "mine")
    }

    @Test(arguments: [Move.joining, .changing], [false, true])
    func `a group that holds a session keeps it, and only passkeys move to it on request`(
        move: Move,
        migrates: Bool
    ) async throws {
        try start(move.source.map { AccessGroup(name: $0) }, store: "mine")
        let (source, target) = (stores.open(move.source), stores.open(move.target))
        try target.write(Data("theirs".utf8), for: keys.session)
        let (mine, theirs) = (try await makePasskey(source, "YWRh"), try await makePasskey(target, "Ym9i"))
        #expect(session(at: move.group(migrates: migrates)) == "theirs")
        // A private session that stayed behind would come back when the app leaves the group.
        #expect(source.read(keys.session) == (move == .joining ? .absent : .found(Data("mine".utf8))))
        try await use(theirs, target)
        try await use(mine, migrates ? target : source)
        #expect(try passkeys(target).count == (migrates ? 2 : 1))
        #expect(try passkeys(source).count == (migrates && move == .joining ? 0 : 1))
    }

    @Test func `changing groups without moving leaves both as they are`() throws {
        try start(AccessGroup(name: "A"), store: "a")
        #expect(session(at: AccessGroup(name: "B")) == nil)
        #expect(stores.open("A").read(keys.session) == .found(Data("a".utf8)))
    }

    @Test func `changing groups moves the session on request`() throws {
        try start(AccessGroup(name: "A"), store: "a")
        #expect(session(at: AccessGroup(name: "B", migrateKeychainItemsOfUserSession: true)) == "a")
        #expect(stores.open("A").read(keys.session) == .absent)
    }

    @Test func `leaving a group without moving uses what is private`() throws {
        try start(AccessGroup(name: "A"), store: "a")
        try stores.open(nil).write(Data("mine".utf8), for: keys.session)
        #expect(session(at: .some(.none)) == "mine")
        #expect(stores.open("A").read(keys.session) == .found(Data("a".utf8)))
    }

    @Test func `leaving a group with the session replaces what is private`() throws {
        try start(AccessGroup(name: "A"), store: "a")
        try stores.open(nil).write(Data("mine".utf8), for: keys.session)
        #expect(session(at: .none(migrateKeychainItemsOfUserSession: true)) == "a")
        #expect(stores.open("A").read(keys.session) == .absent)
    }

    @Test(arguments: [false, true])
    func `instances in different groups leave each other's sessions alone`(migrates: Bool) throws {
        let others = StoreKeys(userPoolID: "r_other", identityPoolID: nil)
        let group = AccessGroup(name: "A", migrateKeychainItemsOfUserSession: migrates)
        for _ in 1...2 {
            let mine = place.store(for: .none(migrateKeychainItemsOfUserSession: migrates), keys: keys)
            if mine.read(keys.session) == .absent { try mine.write(Data("mine".utf8), for: keys.session) }
            let theirs = place.store(for: group, keys: others)
            if theirs.read(others.session) == .absent { try theirs.write(Data("theirs".utf8), for: others.session) }
            #expect(stores.open(nil).read(keys.session) == .found(Data("mine".utf8)))
            #expect(stores.open("A").read(others.session) == .found(Data("theirs".utf8)))
            #expect(stores.open("A").read(keys.session) == .absent)
        }
    }

    @Test(arguments: [false, true])
    func `a private session does not come back when the app leaves a group that had one`(migrates: Bool) throws {
        try start(nil, store: "mine")
        try stores.open("A").write(Data("theirs".utf8), for: keys.session)
        let group = AccessGroup(name: "A", migrateKeychainItemsOfUserSession: migrates)
        #expect(session(at: group) == "theirs")
        #expect(session(at: .some(.none)) == nil)
        #expect(session(at: group) == "theirs")
    }

    @Test func `an unreadable private store is neither wiped nor taken for a first start`() throws {
        let home = FailingHome()
        let place = CredentialPlace { [stores] group -> any CredentialStore in
            group == nil ? home as any CredentialStore : stores.open(group)
        }
        try home.write(Data("mine".utf8), for: keys.session)
        home.isLocked.withLock { $0 = true }
        _ = place.store(for: AccessGroup(name: "A"), keys: keys)
        home.isLocked.withLock { $0 = false }
        #expect(home.read(keys.session) == .found(Data("mine".utf8)))
        #expect(try home.keys(startingWith: "") == [keys.session])
    }

    private var names: [String] {
        [
            keys.session, keys.suspendedSignIn, keys.analyticsEndpoint,
            keys.deviceMetadata(typedUsername: "Ada.Byron"), keys.deviceASF(username: "ada"),
        ]
    }

    /// Items of other instances, with pools of their own or with one of them in common.
    private var others: [String] {
        let pools = [
            StoreKeys(userPoolID: "r_pool", identityPoolID: "us-east-1:11111111-2222-3333-4444-555555555555"),
            StoreKeys(userPoolID: "r_pool2", identityPoolID: nil),
        ]
        return pools.flatMap { [$0.session, $0.passkeys, $0.deviceMetadata(typedUsername: "ada")] }
    }

    @Test(arguments: [false, true])
    func `a change of groups moves or deletes the instance's items, keeps or moves passkeys, and leaves others`(
        migrates: Bool
    ) async throws {
        _ = place.store(for: nil, keys: keys)
        let (home, shared) = (stores.open(nil), stores.open("A"))
        for name in names + others { try home.write(Data(name.utf8), for: name) }
        let passkey = try await makePasskey(home, "YWRh")
        let store = place.store(
            for: AccessGroup(name: "A", migrateKeychainItemsOfUserSession: migrates),
            keys: keys
        )
        for name in names {
            #expect(home.read(name) == .absent, "\(name)")
            #expect(store.read(name) == (migrates ? .found(Data(name.utf8)) : .absent), "\(name)")
        }
        for name in others {
            #expect(home.read(name) == .found(Data(name.utf8)), "\(name)")
            #expect(store.read(name) == .absent, "\(name)")
        }
        try await use(passkey, migrates ? shared : home)
        #expect((migrates ? home : shared).read(keys.passkeys) == .absent)
    }

    /// A change of groups that moves the session: its source, and the app's setting at the next start.
    enum Move: CaseIterable {
        case joining, changing, leaving

        var source: String? { self == .joining ? nil : "A" }

        var target: String? { self == .leaving ? nil : "B" }

        func group(migrates: Bool) -> AccessGroup {
            target.map { AccessGroup(name: $0, migrateKeychainItemsOfUserSession: migrates) }
                ?? .none(migrateKeychainItemsOfUserSession: migrates)
        }
    }

    @Test(arguments: Move.allCases)
    func `moved passkeys are added to other apps' passkeys, and none is lost`(move: Move) async throws {
        try start(move.source.map { AccessGroup(name: $0) }, store: "mine")
        let (source, target) = (stores.open(move.source), stores.open(move.target))
        // The second one is another app's, if the source is a group.
        let taken = [try await makePasskey(source, "YWRh"), try await makePasskey(source, "Y2F0")]
        let theirs = try await makePasskey(target, "Ym9i")
        #expect(session(at: move.group(migrates: true)) == "mine")
        for passkey in taken + [theirs] { try await use(passkey, target) }
        #expect(try passkeys(target).count == 3)
        if move == .joining {
            #expect(source.read(keys.passkeys) == .absent)
        } else {
            for passkey in taken { try await use(passkey, source) }
        }
    }

    @Test func `a move that was interrupted and is repeated doubles no passkey, and sets back no count`() async throws {
        try start(nil, store: "mine")
        let (home, shared) = (stores.open(nil), stores.open("B"))
        let passkey = try await makePasskey(home, "YWRh")
        guard case .found(let left) = home.read(keys.passkeys) else {
            Issue.record("There is no passkey.")
            return
        }
        #expect(session(at: Move.joining.group(migrates: true)) == "mine")
        for _ in 1...2 { try await use(passkey, shared) }
        // The state after an app that ended before it removed the former items.
        try home.write(left, for: keys.passkeys)
        try shared.remove(keys.session)
        for note in try home.keys(startingWith: "amplify_secure_storage_scopes") { try home.remove(note) }
        try home.write(Data("mine".utf8), for: keys.session)
        #expect(session(at: Move.joining.group(migrates: true)) == "mine")
        #expect(try passkeys(shared).map { $0["signatureCount"] } == [2])
    }

    @Test func `passkeys that cannot be read are not overwritten, and the others stay where they are`() async throws {
        try start(nil, store: "mine")
        let (home, shared) = (stores.open(nil), stores.open("B"))
        let passkey = try await makePasskey(home, "YWRh")
        try shared.write(Data("{".utf8), for: keys.passkeys)
        #expect(session(at: Move.joining.group(migrates: true)) == nil)
        #expect(shared.read(keys.passkeys) == .found(Data("{".utf8)))
        try await use(passkey, home)
        #expect(session(at: nil) == "mine")
    }

    @Test func `damaged passkeys are not moved, and the session stays beside them`() throws {
        try start(nil, store: "mine")
        let (home, shared) = (stores.open(nil), stores.open("B"))
        try home.write(Data("{".utf8), for: keys.passkeys)
        #expect(session(at: Move.joining.group(migrates: true)) == nil)
        #expect(shared.read(keys.passkeys) == .absent)
        #expect(home.read(keys.passkeys) == .found(Data("{".utf8)))
        #expect(session(at: nil) == "mine")
    }

    /// Makes a passkey for example.com.
    ///
    /// - Returns: its id.
    private func makePasskey(_ store: InMemoryCredentialStore, _ user: WireValue) async throws -> WireValue {
        let options: WireValue = [
            "challenge": "AAECAw", "rp": ["id": "example.com"], "user": ["id": user, "name": "n", "displayName": ""],
        ]
        let made = try await SoftwareAuthenticator(store: store, keys: keys).register(options.json(), names: [])
        return try #require(try WireValue(json: made)["id"])
    }

    /// Signs with a passkey.
    private func use(_ passkey: WireValue, _ store: InMemoryCredentialStore) async throws {
        let options: WireValue = [
            "challenge": "BAUGBw", "rpId": "example.com", "allowCredentials": [["id": passkey, "type": "public-key"]],
        ]
        let proof = try await SoftwareAuthenticator(store: store, keys: keys).assert(options.json())
        #expect(try WireValue(json: proof)["id"] == passkey)
    }

    /// The passkeys in a store.
    private func passkeys(_ store: InMemoryCredentialStore) throws -> [WireValue] {
        guard case .found(let data) = store.read(keys.passkeys) else { return [] }
        return try WireValue(json: data).arrayValue ?? []
    }

    private func start(_ group: AccessGroup?, store session: String) throws {
        try place.store(for: group, keys: keys).write(Data(session.utf8), for: keys.session)
    }

    private func session(at group: AccessGroup?) -> String? {
        guard case .found(let data) = place.store(for: group, keys: keys).read(keys.session) else { return nil }
        return String(decoding: data, as: UTF8.self)
    }

    private var place: CredentialPlace {
        CredentialPlace { [stores] in stores.open($0) }
    }

    private final class Stores: Sendable {
        private let all = Mutex<[String: InMemoryCredentialStore]>([:])

        func open(_ group: String?) -> InMemoryCredentialStore {
            all.withLock { all in
                let store = all[group ?? ""] ?? InMemoryCredentialStore()
                all[group ?? ""] = store
                return store
            }
        }
    }
}

/// A private store that is locked until the user unlocks it: nothing can be read, and items can be removed.
private final class FailingHome: CredentialStore {
    private let items = InMemoryCredentialStore()
    let isLocked = Mutex(false)

    var name: String { items.name }

    func read(_ key: String) -> StoreAnswer {
        if isLocked.withLock({ $0 }) { return .unreadable(StoreError(.reading, reason: "locked")) }
        return items.read(key)
    }

    func write(_ data: Data, for key: String) throws(StoreError) { try items.write(data, for: key) }

    func remove(_ key: String) throws(StoreError) { try items.remove(key) }

    func keys(startingWith prefix: String) throws(StoreError) -> [String] { try items.keys(startingWith: prefix) }
}
