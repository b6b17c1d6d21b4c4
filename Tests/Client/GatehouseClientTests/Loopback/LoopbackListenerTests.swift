// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Foundation
import GatehouseClient
import GatehouseTestSupport
import Synchronization
import Testing

/// The listener on real sockets, each test on a port of its own.
@Suite(.hangLimit) struct LoopbackListenerTests {
    private static func listener(
        _ address: String = "http://127.0.0.1:0/callback",
        bounds: LoopbackListener.Bounds = LoopbackListener.Bounds()
    ) throws -> LoopbackListener {
        let url = try #require(URL(string: address))
        return LoopbackListener(try #require(LoopbackRedirect(url)), bounds: bounds)
    }

    private static func request(_ target: String, host: String = "127.0.0.1", port: Int) -> String {
        "GET \(target) HTTP/1.1\r\nHost: \(host):\(port)\r\n\r\n"
    }

    /// Listens, and lets a client talk to the listener until it has arrived.
    private static func listen(
        _ listener: LoopbackListener,
        _ talk: @escaping @Sendable (_ port: Int) async -> Void
    ) async throws -> (url: URL, port: Int) {
        let ports = AsyncStream<Int>.makeStream()
        let client = Task {
            for await port in ports.stream {
                await talk(port)
                return port
            }
            return 0
        }
        let url = try await listener.callback { port in
            ports.continuation.yield(port)
            ports.continuation.finish()
        }
        return (url, await client.value)
    }

    @Test func `the browser arrives, gets a page, and then the port is free`() async throws {
        let (url, port) = try await Self.listen(Self.listener()) { port in
            let page = await RawClient.exchange(Self.request("/callback?code=c&state=s", port: port), port: port)
            #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
            #expect(page.contains("You can close this window"))
            #expect(page.contains("Cache-Control: no-store\r\n"))
            #expect(page.contains("Content-Security-Policy: default-src 'none'"))
            #expect(page.contains("Referrer-Policy: no-referrer\r\n"))
        }
        #expect(url.absoluteString == "http://127.0.0.1:\(port)/callback?code=c&state=s")
        #expect(await RawClient.exchange(Self.request("/callback?code=d", port: port), port: port).isEmpty)
    }

    @Test func `an address that the owner does not accept is answered with 404, and the wait continues`() async throws {
        let redirect = try #require(URL(string: "http://127.0.0.1:0/callback").flatMap(LoopbackRedirect.init))
        let listener = LoopbackListener(redirect) { $0.query()?.contains("state=") == true }
        let (url, _) = try await Self.listen(listener) { port in
            let bare = await RawClient.exchange(Self.request("/callback", port: port), port: port)
            #expect(bare.hasPrefix("HTTP/1.1 404 "))
            _ = await RawClient.exchange(Self.request("/callback?state=s", port: port), port: port)
        }
        #expect(url.query() == "state=s")
    }

    @Test
    func `addresses that the owner does not accept end the wait after a bound, and each gets 404`() async throws {
        let redirect = try #require(URL(string: "http://127.0.0.1:0/callback").flatMap(LoopbackRedirect.init))
        let listener = LoopbackListener(
            redirect, accepting: { $0.query() == "state=s" },
            bounds: LoopbackListener.Bounds(foreignCallbacks: 3))
        let port = Mutex(0)
        await #expect(throws: LoopbackError.foreignCallbacks) {
            try await listener.callback { bound in
                port.withLock { $0 = bound }
                for state in 0...3 {
                    let request = Self.request("/callback?state=\(state)", port: bound)
                    let answer = await RawClient.exchange(request, port: bound)
                    #expect(answer.hasPrefix("HTTP/1.1 404 "))
                }
            }
        }
        let closed = port.withLock(\.self)
        #expect(await RawClient.exchange(Self.request("/callback?state=s", port: closed), port: closed).isEmpty)
    }

    @Test func `requests for anything else are answered with 404, and the wait continues`() async throws {
        let (url, _) = try await Self.listen(Self.listener()) { port in
            let others = [
                Self.request("/favicon.ico", port: port), Self.request("/", port: port),
                Self.request("/callback?code=evil", host: "attacker.example", port: port),
                "POST /callback?code=evil HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n", "nonsense\r\n\r\n",
            ]
            for other in others {
                #expect(await RawClient.exchange(other, port: port).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
            }
            _ = await RawClient.exchange(Self.request("/callback?code=right", port: port), port: port)
        }
        #expect(url.query() == "code=right")
    }

    @Test func `a request over the bound is refused, and the wait continues`() async throws {
        let (url, _) = try await Self.listen(Self.listener()) { port in
            let long = String(repeating: "a", count: CallbackRequest.longestHead)
            let answer = await RawClient.exchange(Self.request("/callback?\(long)", port: port), port: port)
            // The system may drop the answer when the connection is closed with bytes that nothing has read.
            #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 431 "))
            _ = await RawClient.exchange(Self.request("/callback?code=right", port: port), port: port)
        }
        #expect(url.query() == "code=right")
    }

    @Test func `a connection that sends no complete request is closed after its time`() async throws {
        let bounds = LoopbackListener.Bounds(requestTime: .milliseconds(20))
        let (url, _) = try await Self.listen(Self.listener(bounds: bounds)) { port in
            #expect(await RawClient.exchange("GET /callback?code=slow HTTP/1.1\r\nHost: ", port: port).isEmpty)
            while await !RawClient.exchange(Self.request("/callback?code=right", port: port), port: port)
                .hasPrefix("HTTP/1.1 200")
            {}
        }
        #expect(url.query() == "code=right")
    }

    @Test func `connections over the limit are closed at once, and the wait continues`() async throws {
        let bounds = LoopbackListener.Bounds(requestTime: .milliseconds(200), connections: 1)
        let (url, _) = try await Self.listen(Self.listener(bounds: bounds)) { port in
            async let slow = RawClient.exchange("GET /callback", port: port)
            // While the slow connection has the only place, others are closed; then it loses the place.
            while await !RawClient.exchange(Self.request("/callback?code=right", port: port), port: port)
                .hasPrefix("HTTP/1.1 200")
            {}
            #expect(await slow.isEmpty)
        }
        #expect(url.query() == "code=right")
    }

    @Test func `only the first of two callbacks counts`() async throws {
        let (url, _) = try await Self.listen(Self.listener()) { port in
            async let one = RawClient.exchange(Self.request("/callback?code=1", port: port), port: port)
            async let two = RawClient.exchange(Self.request("/callback?code=2", port: port), port: port)
            let pages = await [one, two]
            #expect(pages.count { $0.hasPrefix("HTTP/1.1 200 ") } == 1)
        }
        #expect(["code=1", "code=2"].contains(url.query()))
    }

    @Test func `a port that another program uses is an error, and so is one of two addresses`() async throws {
        let (taken, port) = try Loopback.listener(backlog: 1)
        defer { close(taken) }
        for host in ["127.0.0.1", "localhost"] {
            let listener = try Self.listener("http://\(host):\(port)/callback")
            await #expect(throws: LoopbackError.portInUse(Int(port))) {
                try await listener.callback { _ in Issue.record("The browser was opened.") }
            }
        }
    }

    @Test func `a cancelled wait frees the port at once`() async throws {
        let ports = AsyncStream<Int>.makeStream()
        let listener = try Self.listener()
        let task = Task { try await listener.callback { ports.continuation.yield($0) } }
        var port = 0
        for await bound in ports.stream {
            port = bound
            break
        }
        task.cancel()
        await #expect(throws: LoopbackError.cancelled) { try await task.value }
        #expect(await RawClient.exchange(Self.request("/callback?code=c", port: port), port: port).isEmpty)
        let again = try Self.listener("http://127.0.0.1:\(port)/callback")
        let (url, _) = try await Self.listen(again) { port in
            _ = await RawClient.exchange(Self.request("/callback?code=again", port: port), port: port)
        }
        #expect(url.query() == "code=again")
    }

    @Test func `a browser that cannot be opened ends the wait, and frees the port`() async throws {
        let ports = AsyncStream<Int>.makeStream()
        let listener = try Self.listener()
        await #expect(throws: TransportError.self) {
            try await listener.callback { port in
                ports.continuation.yield(port)
                throw TransportError(.badRequest)
            }
        }
        for await port in ports.stream {
            #expect(await RawClient.exchange(Self.request("/callback", port: port), port: port).isEmpty)
            break
        }
    }
}
#endif
