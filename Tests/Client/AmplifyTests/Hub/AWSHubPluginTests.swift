// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Synchronization
import Testing

@Suite struct AWSHubPluginTests {
    private let hub = AWSHubPlugin()
    private let events: AsyncStream<HubPayload>
    private let continuation: AsyncStream<HubPayload>.Continuation

    init() {
        (events, continuation) = AsyncStream.makeStream()
    }

    private func receive(_ count: Int) async -> [String] {
        var names: [String] = []
        for await event in events {
            names.append(event.eventName)
            if names.count == count { break }
        }
        return names
    }

    private func dispatch(_ names: String..., to channel: HubChannel = .auth) {
        for name in names {
            hub.dispatch(to: channel, payload: HubPayload(eventName: name))
        }
    }

    @Test func `a listener receives events in the order of dispatch`() async {
        let names = (0..<1_000).map(String.init)
        let token = hub.listen(to: .auth, isIncluded: nil) { [continuation] in continuation.yield($0) }
        names.forEach { dispatch($0) }
        #expect(await receive(1_000) == names)
        #expect(hub.hasListener(withToken: token))
    }

    @Test func `a listener receives events of its channel only`() async {
        _ = hub.listen(to: .custom("mine"), isIncluded: nil) { [continuation] in continuation.yield($0) }
        dispatch("other", to: .auth)
        dispatch("others", to: .custom("theirs"))
        dispatch("own", to: .custom("mine"))
        #expect(await receive(1) == ["own"])
    }

    @Test func `a listener for a name receives no other event`() async {
        _ = hub.listen(to: .auth, eventName: "b") { [continuation] in continuation.yield($0) }
        dispatch("a", "b", "c", "b")
        #expect(await receive(2) == ["b", "b"])
    }

    @Test func `a listener receives what passes its filter`() async {
        let filter = HubFilters.any(filters: HubFilters.forEventName("a"), { $0.eventName.hasPrefix("x") })
        _ = hub.listen(to: .auth, isIncluded: filter) { [continuation] in continuation.yield($0) }
        dispatch("a", "b", "x1", "c", "x2")
        #expect(await receive(3) == ["a", "x1", "x2"])
    }

    @Test func `after its removal a listener receives nothing, not even what waits`() async {
        let gate = DispatchSemaphore(value: 0)
        let late = Mutex(0)
        let (entered, entry) = AsyncStream<Void>.makeStream()
        let token = hub.listen(to: .auth, isIncluded: nil) { payload in
            if payload.eventName == "first" {
                entry.yield()
                gate.wait()
            } else {
                late.withLock { $0 += 1 }
            }
        }
        dispatch("first", "waiting")
        await entered.first { _ in true }
        hub.removeListener(token)
        hub.removeListener(token)
        #expect(!hub.hasListener(withToken: token))
        _ = hub.listen(to: .auth, isIncluded: nil) { [continuation] in continuation.yield($0) }
        dispatch("last")
        gate.signal()
        #expect(await receive(1) == ["last"])
        #expect(late.withLock { $0 } == 0)
    }

    @Test func `a slow listener does not hold up another`() async {
        let gate = DispatchSemaphore(value: 0)
        _ = hub.listen(to: .auth, isIncluded: nil) { _ in gate.wait() }
        _ = hub.listen(to: .auth, isIncluded: nil) { [continuation] in continuation.yield($0) }
        dispatch("a")
        #expect(await receive(1) == ["a"])
        gate.signal()
    }

    @Test func `a listener may use Hub itself`() async {
        let token = Mutex<UnsubscribeToken?>(nil)
        let listening = hub.listen(to: .auth, eventName: "first") { [hub, continuation] payload in
            token.withLock { $0 }.map(hub.removeListener)
            _ = hub.listen(to: .auth, eventName: "second") { continuation.yield($0) }
            hub.dispatch(to: .auth, payload: HubPayload(eventName: "second"))
        }
        token.withLock { $0 = listening }
        dispatch("first")
        #expect(await receive(1) == ["second"])
    }

    @Test func `listeners and filters run off the main thread`() async {
        let threads = Mutex<[Bool]>([])
        _ = hub.listen(
            to: .auth,
            isIncluded: { _ in
                threads.withLock { $0.append(Thread.isMainThread) }
                return true
            }
        ) { [continuation] payload in
            threads.withLock { $0.append(Thread.isMainThread) }
            continuation.yield(payload)
        }
        await MainActor.run { dispatch("a") }
        _ = await receive(1)
        #expect(threads.withLock { $0 } == [false, false])
    }

    @Test func `reset ends all subscriptions`() async {
        let token = hub.listen(to: .auth, eventName: "a") { _ in }
        await hub.reset()
        #expect(!hub.hasListener(withToken: token))
    }

    @Test func `tokens are the same if their ids are`() {
        let id = UUID()
        #expect(UnsubscribeToken(channel: .auth, id: id) == UnsubscribeToken(channel: .api, id: id))
        #expect(UnsubscribeToken(channel: .auth, id: id) != UnsubscribeToken(channel: .auth, id: UUID()))
        #expect(Set([UnsubscribeToken(channel: .auth, id: id), UnsubscribeToken(channel: .hub, id: id)]).count == 1)
    }
}
