// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTestSupport
import GeneratedModels
import Testing

@testable import AWSDataStorePlugin

/// Several users of a device without an API.
@Suite(.hangLimit) struct LocalSignOutTests {
    @Test func `kept records are the next user's, too`() async throws {
        let device = try LocalDevice()
        device.signIn("ada")
        try await device.add("of Ada")
        device.signIn(nil)
        #expect(try await device.titles() == ["of Ada"])
        device.signIn("eve")
        #expect(try await device.titles() == ["of Ada"])
    }

    @Test func `cleared records are gone with the sign-out`() async throws {
        let device = try LocalDevice(.custom(signOutPolicy: .clear))
        device.signIn("ada")
        try await device.add("of Ada")
        device.signIn(nil)
        #expect(try await device.titles().isEmpty)
        device.signIn("ada")
        #expect(try await device.titles().isEmpty)
    }

    @Test func `a sign-out while the program does not run counts`() async throws {
        let device = try LocalDevice(.custom(signOutPolicy: .clear))
        device.signIn("ada")
        try await device.add("of Ada")
        await device.plugin.reset()
        device.signIn("eve")
        let later = try LocalDevice(.custom(signOutPolicy: .clear), after: device)
        #expect(try await later.titles().isEmpty)
    }

    @Test func `separate records return with their user`() async throws {
        let device = try LocalDevice(.custom(signOutPolicy: .separate))
        try await device.add("without a user")
        device.signIn("ada")
        #expect(try await device.titles().isEmpty)
        try await device.add("of Ada")
        device.signIn("eve")
        #expect(try await device.titles().isEmpty)
        try await device.add("of Eve")
        device.signIn("ada")
        #expect(try await device.titles() == ["of Ada"])
        device.signIn(nil)
        #expect(try await device.titles() == ["without a user"])
        await device.plugin.reset()

        device.signIn("eve")
        let later = try LocalDevice(.custom(signOutPolicy: .separate), after: device)
        #expect(try await later.titles() == ["of Eve"])
    }

    @Test(arguments: DataStoreSignOutPolicy.allCases)
    func `a user who signs in during a call changes nothing in the store of another one`(
        policy: DataStoreSignOutPolicy
    ) async throws {
        let device = try LocalDevice(.custom(signOutPolicy: policy))
        device.signIn("ada")
        let open = try await device.plugin.opened()
        #expect(await open.outboxUse() != nil)
        device.signIn("eve")
        let use = await open.outboxUse()
        #expect((use == nil) == (policy != .keep))
    }

    @Test func `observers receive the records of the user who signs in`() async throws {
        let device = try LocalDevice(.custom(signOutPolicy: .separate))
        device.signIn("ada")
        try await device.add("of Ada")
        var snapshots = device.plugin.observeQuery(for: Todo.self).makeAsyncIterator()
        #expect(try await snapshots.next()?.items.map(\.title) == ["of Ada"])
        device.signIn("eve")
        #expect(try await snapshots.next()?.items.map(\.title) == [])
        try await device.add("of Eve")
        #expect(try await snapshots.next()?.items.map(\.title) == ["of Eve"])
    }
}
