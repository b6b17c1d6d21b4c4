// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire
import Synchronization
import Testing

@testable import AWSMobileClient

@Suite struct MobileItemStorageTests {
    private static let first = ConfigurationFingerprint(userPoolID: "eu-west-1_A", clientID: "1")
    private static let otherClient = ConfigurationFingerprint(userPoolID: "eu-west-1_A", clientID: "2")
    private static let otherPool = ConfigurationFingerprint(userPoolID: "eu-west-1_B", clientID: "1")
    private static let guests = ConfigurationFingerprint(
        identityPoolID: "eu-west-1:11111111-2222-3333-4444-555555555555")
    private static let guestsAndUsers = ConfigurationFingerprint(
        userPoolID: "eu-west-1_A", clientID: "1", identityPoolID: guests.identityPoolID)

    private final class Messages: Sendable {
        let all = Mutex<[String]>([])
        var count: Int { all.withLock { $0.count } }
    }

    private let store = InMemoryCredentialStore()
    private let messages = Messages()

    private func items(
        _ fingerprint: ConfigurationFingerprint, in store: (any CredentialStore)? = nil
    ) -> MobileItemStorage {
        MobileItemStorage(store: store ?? self.store, fingerprint: fingerprint) { [messages] message in
            messages.all.withLock { $0.append(message) }
        }
    }

    /// Stores what a signed-in user of a configuration leaves.
    private func signIn(_ fingerprint: ConfigurationFingerprint) throws {
        items(fingerprint).begin()
        items(fingerprint).update {
            $0.scopes = ["openid"]
            $0.tokenURIQueryParameters = ["audience": "api"]
        }
        let keys = fingerprint.keys
        for key in [keys.session, keys.suspendedSignIn, keys.passkeys, keys.deviceMetadata(typedUsername: "ada")] {
            try store.write(Data(key.utf8), for: key)
        }
    }

    private func hasSession(_ fingerprint: ConfigurationFingerprint) -> Bool {
        store.read(fingerprint.keys.session) != .absent
    }

    @Test func `the item survives a restart`() throws {
        try signIn(Self.first)
        items(Self.first).begin()
        let item = items(Self.first).read()
        #expect(item.fingerprint == Self.first && item.scopes == ["openid"])
        #expect(item.tokenURIQueryParameters == ["audience": "api"] && item.signInURIQueryParameters == nil)
        #expect(hasSession(Self.first) && messages.count == 0)
    }

    @Test func `scopes are forgotten, and query parameters are not`() throws {
        try signIn(Self.first)
        items(Self.first).forgetScopes()
        let item = items(Self.first).read()
        #expect(item.scopes == nil && item.tokenURIQueryParameters == ["audience": "api"])
    }

    @Test func `other configured scopes count once, and not where the app gave its own`() throws {
        try signIn(Self.first)
        #expect(!items(Self.first).adopt(configuredScopes: ["openid"]))
        items(Self.first).update { $0.configuredScopes = ["openid", "email"] }
        #expect(!items(Self.first).adopt(configuredScopes: ["email", "openid"]))
        #expect(items(Self.first).adopt(configuredScopes: ["openid"]))
        #expect(!items(Self.first).adopt(configuredScopes: ["openid"]))
        items(Self.first).forgetScopes()
        #expect(items(Self.first).read().configuredScopes == nil)
    }

    @Test func `another app client ends the session and the parameters, and devices and passkeys stay`() throws {
        try signIn(Self.first)
        items(Self.otherClient).begin()
        #expect(!hasSession(Self.first))
        #expect(store.read(Self.first.keys.suspendedSignIn) == .absent)
        #expect(items(Self.otherClient).read() == MobileItem(fingerprint: Self.otherClient))
        #expect(store.read(Self.first.keys.passkeys) != .absent)
        #expect(store.read(Self.first.keys.deviceMetadata(typedUsername: "ada")) != .absent)
    }

    @Test func `another user pool ends the session of the former one, also for a later return`() throws {
        try signIn(Self.first)
        items(Self.otherPool).begin()
        #expect(!hasSession(Self.first) && store.read(Self.first.keys.mobileClient) == .absent)
        items(Self.first).begin()
        #expect(!hasSession(Self.first) && items(Self.first).read() == MobileItem(fingerprint: Self.first))
    }

    @Test func `a user pool beside the identity pool keeps the guest, and its removal ends the session`() throws {
        try signIn(Self.guests)
        items(Self.guestsAndUsers).begin()
        #expect(hasSession(Self.guests))
        try signIn(Self.guestsAndUsers)
        items(Self.guests).begin()
        #expect(!hasSession(Self.guestsAndUsers))
    }

    @Test func `a session that Amplify has stored continues`() throws {
        try store.write(Data("session".utf8), for: Self.first.keys.session)
        try store.write(Data("other".utf8), for: Self.otherPool.keys.session)
        items(Self.first).begin()
        #expect(hasSession(Self.first) && hasSession(Self.otherPool))
        #expect(items(Self.first).read().fingerprint == Self.first)
    }

    @Test func `a session with which another instance of the process works stays`() throws {
        try signIn(Self.otherPool)
        let pool = try UserPoolConfiguration(poolID: "eu-west-1_B", clientID: "1", region: "eu-west-1")
        let configuration = try SessionConfiguration(userPool: pool)
        let engine = SessionEngine(configuration: configuration, store: store, transport: .platform)
        items(Self.first).begin()
        withExtendedLifetime(engine) { #expect(hasSession(Self.otherPool)) }
    }

    @Test(arguments: ["", "x", "[]", #"{"scopes": 1}"#, #"{"fingerprint": "x"}"#])
    func `a damaged item counts as absent, is logged, and ends no session`(text: String) throws {
        try signIn(Self.first)
        try store.write(Data(text.utf8), for: Self.first.keys.mobileClient)
        #expect(items(Self.first).read() == MobileItem(fingerprint: Self.first))
        #expect(messages.count == 1)
        items(Self.first).begin()
        #expect(hasSession(Self.first))
        #expect(items(Self.first).read() == MobileItem(fingerprint: Self.first))
    }

    @Test func `members that are absent or unknown do no harm`() throws {
        let item = try #require(MobileItem(encoded: Data(#"{"later": 1, "scopes": ["a"]}"#.utf8)))
        #expect(item.scopes == ["a"] && item.fingerprint == nil)
        var text = ""
        dump(MobileItem(encoded: Data(#"{"tokenURIQueryParameters": {"a": "hidden"}}"#.utf8)), to: &text)
        #expect(!text.contains("hidden"))
    }

    @Test func `a store that cannot be read keeps everything`() throws {
        try signIn(Self.first)
        let locked = LockedStore(store)
        items(Self.otherClient, in: locked).begin()
        items(Self.first, in: locked).update { $0.scopes = nil }
        #expect(hasSession(Self.first) && items(Self.first).read().scopes == ["openid"])
        #expect(messages.count == 2)
    }

    @Test func `an empty configuration changes nothing`() throws {
        try signIn(Self.first)
        let before = try store.keys(startingWith: "")
        _ = MobileConfiguration(AWSConfiguration(.object([:]))).begin(in: store)
        #expect(try Set(store.keys(startingWith: "")) == Set(before))
    }
}

/// A store whose items are there and cannot be read at present.
private struct LockedStore: CredentialStore {
    let store: any CredentialStore

    init(_ store: any CredentialStore) { self.store = store }

    var name: String { store.name }

    func read(_ key: String) -> StoreAnswer {
        store.read(key) == .absent ? .absent : .unreadable(StoreError(.reading, reason: "locked"))
    }

    func write(_ data: Data, for key: String) throws(StoreError) { try store.write(data, for: key) }
    func remove(_ key: String) throws(StoreError) { try store.remove(key) }
    func keys(startingWith prefix: String) throws(StoreError) -> [String] { try store.keys(startingWith: prefix) }
}

@Suite struct MobileStoreTests {
    @Test func `the default store is the store of Amplify's Auth plugin without an access group`() {
        let keys = StoreKeys(userPoolID: "eu-west-1_A", identityPoolID: nil)
        let store = MobileStore.standard(keys)
        for sealing in [StandardStores.Sealing.always, .never] {
            #expect(StandardStores(sealing: sealing).open().name == store.name)
            #expect(StandardStores(sealing: sealing).open(group: "team").name != store.name)
        }
        #if !canImport(Security)
        #expect(FileCredentialStore(directory: FileCredentialStore.defaultDirectory()).name == store.name)
        #endif
    }
}
