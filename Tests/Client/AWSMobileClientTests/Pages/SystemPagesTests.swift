// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@testable import AWSMobileClient
@testable import GatehouseSession

#if os(Linux)
/// The listener for the browser's return on Linux, with a browser that the test plays over real sockets.
@Suite(.hangLimit) struct SystemPagesTests {
    /// A port that was free a moment ago.
    private static func freePort() async throws -> Int {
        let any = try #require(URL(string: "http://127.0.0.1:0/").flatMap(LoopbackRedirect.init))
        let port = Mutex(0)
        await #expect(throws: CancellationError.self) {
            try await LoopbackListener(any).callback { bound in
                port.withLock { $0 = bound }
                throw CancellationError()
            }
        }
        return port.withLock(\.self)
    }

    /// Requests an address of the redirect URI, as a browser does that a page leads there.
    private static func arrive(_ redirect: String, _ query: String, _ status: Int) async throws {
        let url = try #require(URL(string: "\(redirect)?\(query)"))
        let answer = try await PlatformTransport().send(TransportRequest(method: .get, url: url))
        #expect(answer.status == status, "\(query)")
    }

    @Test func `a callback with another state or none does not end a sign-in, and one with the page's state does`()
        async throws
    {
        let redirect = "http://127.0.0.1:\(try await Self.freePort())/callback"
        let visit = PageVisit(
            WebPage(
                purpose: .signIn, url: try #require(URL(string: "https://auth.example.com/oauth2/authorize?state=s")),
                redirect: try #require(URL(string: redirect)), isPrivate: false))
        let opened = Mutex<[URL]>([])
        await SystemPages.show(visit, PageContext()) { url, _ in
            opened.withLock { $0.append(url) }
            await #expect(throws: Never.self) {
                for query in ["code=evil&state=other", "code=evil", "error=access_denied", "code=evil&state="] {
                    try await Self.arrive(redirect, query, 404)
                    #expect(!visit.isOver, "\(query)")
                }
                try await Self.arrive(redirect, "code=c&state=s", 200)
            }
        }
        #expect(try await visit.redirect().query() == "code=c&state=s")
        #expect(opened.withLock(\.self) == [visit.page.url])
    }
}
#endif
