// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTestSupport
import Synchronization
import Testing

@testable import AWSDataStorePlugin

/// The user of a provider that reports no sign-in.
@Suite(.hangLimit) struct ProviderUserTests {
    private static func caller(_ identity: String?) -> Caller { Caller(userPool: nil, openID: identity) }

    @Test func `another token is another user, and a missing token is not`() {
        var user = ProviderUser()
        let seen: [(String?, Bool)] = [
            (nil, false), ("a", true), ("a", false), (nil, false), ("a", false), ("b", true), (nil, false), ("a", true),
        ]
        for (identity, isAnother) in seen { #expect(user.isAnother(Self.caller(identity)) == isAnother) }
    }

    @Test func `the first user of a start is no change`() {
        var user = ProviderUser()
        #expect(user.isAnother(Self.caller("a")) == false)
    }

    @Test func `a request with another user's token is a change of the session, as an event is`() async {
        let identity = Mutex<String?>(nil)
        let (events, event) = AsyncStream.makeStream(of: Void.self)
        let state = SignInState(
            caller: { Self.caller(identity.withLock { $0 }) }, token: { _ in nil }, changes: { events }
        ).noticingProvider()
        var changes = state.changes().makeAsyncIterator()
        _ = await state.caller()
        for name in ["a", "b"] {
            identity.withLock { $0 = name }
            _ = await state.caller()
            #expect(await changes.next() != nil)
        }
        event.yield()
        #expect(await changes.next() != nil)
    }
}
