// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Synchronization
import Testing

/// The state of the network on Linux.
@Suite(.hangLimit) struct RouteMonitorTests {
    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    @Test func `a monitor reports the state at its start, and only changes of it`() async throws {
        let states = Mutex([false, false, true, true, false])
        let (changes, queue) = AsyncStream.makeStream(of: Void.self)
        let monitor = RouteMonitor(
            hasRoute: { _ in states.withLock { $0.removeFirst() } }, changes: { changes })
        var reading = monitor.states(towards: try Self.url("https://example.org/")).makeAsyncIterator()
        #expect(await reading.next() == false)
        queue.yield()
        queue.yield()
        #expect(await reading.next() == true)
        queue.yield()
        queue.yield()
        #expect(await reading.next() == false)
        queue.finish()
        #expect(await reading.next() == nil)
    }

    @Test func `a change during the first look is not missed`() async throws {
        let isUp = Mutex(false)
        let (changes, queue) = AsyncStream.makeStream(of: Void.self)
        let monitor = RouteMonitor(
            hasRoute: { _ in
                isUp.withLock { isUp in
                    defer {
                        // The route appears as soon as the monitor has looked.
                        if !isUp { queue.yield() }
                        isUp = true
                    }
                    return isUp
                }
            }, changes: { changes })
        let reading = monitor.states(towards: try Self.url("https://example.org/"))
        #expect(await reading.first { $0 } == true)
    }

    @Test func `watching ends with the reader`() async throws {
        let ended = Latch()
        let monitor = RouteMonitor(
            hasRoute: { _ in true },
            changes: {
                AsyncStream { changes in changes.onTermination = { _ in ended.open() } }
            })
        do {
            var reading = monitor.states(towards: try Self.url("https://example.org/")).makeAsyncIterator()
            #expect(await reading.next() == true)
        }
        await ended.wait()
        #expect(ended.isOpen)
    }

    @Test(arguments: ["http://127.0.0.1:9/", "http://localhost/", "http://127.1.2.3:9229/a?b"])
    func `this machine is reached`(address: String) async throws {
        #expect(await Routes.hasRoute(to: try Self.url(address)))
    }

    @Test(arguments: ["http://does-not-exist.invalid/", "file:///tmp/a", "data:,a"])
    func `an address without a host is not reached, and a name needs a route`(address: String) async throws {
        let url = try Self.url(address)
        let isReached = await Routes.hasRoute(to: url)
        let hasWay = await Routes.hasRoute(to: try Self.url("http://192.0.2.1/"))
        let hasWay6 = await Routes.hasRoute(to: try Self.url("http://[2001:db8::1]/"))
        #expect(isReached == (url.host() != nil && url.host() != "" && (hasWay || hasWay6)))
    }

    @Test func `the socket of the system's announcements is closed with its reader`() async throws {
        let (ends, closed) = AsyncStream.makeStream(of: Void.self)
        for _ in 0..<20 {
            let watching = Task { for await _ in RouteChanges.stream(didClose: { closed.yield() }) {} }
            watching.cancel()
            await watching.value
        }
        var count = 0
        for await _ in ends.prefix(20) { count += 1 }
        #expect(count == 20)
    }

    @Test func `the monitor of the system reports the state at its start`() async throws {
        var reading = RouteMonitor().states(towards: try Self.url("http://127.0.0.1/")).makeAsyncIterator()
        #expect(await reading.next() == true)
    }
}
#endif
