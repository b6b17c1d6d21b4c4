// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import Testing

@testable import AWSDataStorePlugin

struct StoreUsersTests {
    private static let ada = Caller(userPool: "ada", openID: nil)
    private static let eve = Caller(userPool: "eve", openID: nil)
    private static let issued = Caller(userPool: nil, openID: "https://issuer|ada")
    private static let other = Caller(userPool: nil, openID: "https://issuer|eve")
    private static let both = Caller(userPool: "ada", openID: "https://issuer|ada")

    struct Case: Sendable {
        let last: Caller
        let caller: Caller
        let isSignedOut: Bool
        let user: Caller
    }

    @Test(arguments: [
        Case(last: .nobody, caller: .nobody, isSignedOut: true, user: .nobody),
        Case(last: .nobody, caller: ada, isSignedOut: false, user: ada),
        Case(last: ada, caller: ada, isSignedOut: false, user: ada),
        Case(last: ada, caller: eve, isSignedOut: false, user: eve),
        Case(last: ada, caller: .nobody, isSignedOut: true, user: .nobody),
        // The session cannot be read.
        Case(last: ada, caller: .nobody, isSignedOut: false, user: ada),
        Case(last: ada, caller: issued, isSignedOut: false, user: ada),
        Case(last: ada, caller: issued, isSignedOut: true, user: issued),
        // A token of the provider beside the user pool's user changes nothing.
        Case(last: ada, caller: both, isSignedOut: false, user: ada),
        Case(last: both, caller: ada, isSignedOut: false, user: both),
        // A provider without a token may lack the network.
        Case(last: issued, caller: .nobody, isSignedOut: true, user: issued),
        Case(last: issued, caller: other, isSignedOut: true, user: other),
        Case(last: issued, caller: ada, isSignedOut: false, user: ada),
    ])
    func `a user stays until the sign-out is certain or another user is there`(_ sample: Case) {
        #expect(
            StoreUsers.user(sample.caller, isSignedOut: sample.isSignedOut, last: StoreUser(sample.last))
                == StoreUser(sample.user))
    }

    @Test func `kept records have one store for all users`() throws {
        let folder = try TemporaryFolder()
        let place = StorePlace(folder: folder.path, name: "store")
        let users = StoreUsers(.keep, place)
        let choice = StoreUsers.Choice(user: nil, place: place, mustBeCleared: false)
        #expect(try users.choice(Self.ada, isSignedOut: false) == choice)
        try users.note(StoreUser(Self.ada))
        #expect(try users.choice(.nobody, isSignedOut: true) == choice)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `a cleared store is not the next user's`() throws {
        let folder = try TemporaryFolder()
        let users = StoreUsers(.clear, StorePlace(folder: folder.path, name: "store"))
        #expect(try !users.choice(Self.ada, isSignedOut: false).mustBeCleared)
        try users.note(StoreUser(Self.ada))
        #expect(try !users.choice(Self.ada, isSignedOut: false).mustBeCleared)
        #expect(try users.choice(.nobody, isSignedOut: true).mustBeCleared)
        #expect(try users.choice(Self.eve, isSignedOut: false).mustBeCleared)
        try users.note(nil)
        #expect(try !users.choice(Self.eve, isSignedOut: false).mustBeCleared)
    }

    @Test func `separate stores have names that do not show the users`() throws {
        let folder = try TemporaryFolder()
        let users = StoreUsers(.separate, StorePlace(folder: folder.path, name: "store"))
        let names = try [Self.ada, Self.eve, Self.issued, .nobody].map { caller in
            try users.choice(caller, isSignedOut: true).place.name
        }
        #expect(Set(names).count == 4)
        #expect(names[3] == "store")
        #expect(names.allSatisfy { !$0.contains("ada") && !$0.contains("eve") })
    }
}
