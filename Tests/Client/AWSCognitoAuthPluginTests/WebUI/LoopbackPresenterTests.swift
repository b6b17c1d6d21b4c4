// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if os(Linux)
import Amplify
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Synchronization
import Testing

@testable import AWSCognitoAuthPlugin

/// The presenter for Linux, with a browser that the test plays over real sockets.
@Suite(.hangLimit) struct LoopbackPresenterTests {
    /// A port that was free a moment ago.
    private static func freePort() async throws -> Int {
        let any = try #require(URL(string: "http://127.0.0.1:0/"))
        let port = Mutex(0)
        let listener = LoopbackListener(try #require(LoopbackRedirect(any)))
        await #expect(throws: CancellationError.self) {
            try await listener.callback { bound in
                port.withLock { $0 = bound }
                throw CancellationError()
            }
        }
        return port.withLock { $0 }
    }

    private static func page(_ redirect: String) throws -> WebSignInPage {
        WebSignInPage(
            purpose: .signIn, url: try #require(URL(string: "https://auth.example.com/oauth2/authorize?state=s")),
            redirectURI: try #require(URL(string: redirect)), isPrivate: false, presentationAnchor: nil)
    }

    @Test func `a page is opened, and the browser's return ends the visit`() async throws {
        let port = try await Self.freePort()
        let redirect = "http://127.0.0.1:\(port)/callback"
        let opened = Mutex<[URL]>([])
        let presenter = LoopbackWebSignInPresenter { url in
            opened.withLock { $0.append(url) }
            let callback = try #require(URL(string: "\(redirect)?code=c&state=s"))
            let answer = try await PlatformTransport().send(TransportRequest(method: .get, url: callback))
            #expect(answer.status == 200)
        }
        #expect(!presenter.offersPrivateSessions)
        let url = try await presenter.present(Self.page(redirect))
        #expect(url.absoluteString == "\(redirect)?code=c&state=s")
        #expect(opened.withLock { $0.map(\.absoluteString) } == ["https://auth.example.com/oauth2/authorize?state=s"])
    }

    @Test(arguments: ["myapp://callback", "https://localhost:8080/", "http://auth.example.com/", "http://localhost:0/"])
    func `a redirect URI elsewhere cannot be received, and no browser opens`(redirect: String) async throws {
        let presenter = LoopbackWebSignInPresenter { _ in Issue.record("A browser was opened.") }
        let error = await #expect(throws: WebSignInPresenterError.self) {
            try await presenter.present(Self.page(redirect))
        }
        guard case .unsupportedRedirectURI = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
    }

    @Test func `an error of the browser is the error of the visit`() async throws {
        let port = try await Self.freePort()
        let redirect = "http://127.0.0.1:\(port)/callback"
        let presenter = LoopbackWebSignInPresenter { _ in throw WebSignInPresenterError.cannotPresent("t") }
        await #expect(throws: WebSignInPresenterError.cannotPresent("t")) {
            try await presenter.present(Self.page(redirect))
        }
    }

    /// Requests an address of the redirect URI, as a browser does that a page leads there.
    private static func arrive(_ redirect: String, _ query: String, _ status: Int) async throws {
        let url = try #require(URL(string: "\(redirect)?\(query)"))
        let answer = try await PlatformTransport().send(TransportRequest(method: .get, url: url))
        #expect(answer.status == status, "\(query)")
    }

    /// Callbacks to which any web page can lead a browser.
    private static let foreignCallbacks = [
        "code=evil&state=other", "code=evil", "code=evil&state=", "code=evil&state=S", "error=access_denied",
        "error=access_denied&state=other", "code=evil&state=s&state=other", "code=evil&state=other&state=s",
        "code=evil&State=s", "code=evil&state=s%20", "state=other&code=evil#state=s",
    ]

    @Test
    func `a web page does not end a waiting sign-in with a callback that has another state or none`() async throws {
        let redirect = "http://127.0.0.1:\(try await Self.freePort())/callback"
        let presenter = LoopbackWebSignInPresenter { _ in
            for query in Self.foreignCallbacks {
                try await Self.arrive(redirect, query, 404)
            }
            try await Self.arrive(redirect, "error=access_denied&state=s", 200)
        }
        let url = try await presenter.present(Self.page(redirect))
        #expect(url.query() == "error=access_denied&state=s")
    }

    @Test func `the answer to a sign-in does not end a sign-out with the same redirect URI`()
        async throws
    {
        let redirect = "http://127.0.0.1:\(try await Self.freePort())/callback"
        let presenter = LoopbackWebSignInPresenter { _ in
            try await Self.arrive(redirect, "code=evil&state=other", 404)
            try await Self.arrive(redirect, "done=1", 200)
        }
        let signOut = WebSignInPage(
            purpose: .signOut, url: try #require(URL(string: "https://auth.example.com/logout?client_id=c")),
            redirectURI: try #require(URL(string: redirect)), isPrivate: false, presentationAnchor: nil)
        #expect(try await presenter.present(signOut).query() == "done=1")
    }

    @Test func `one foreign callback more than the bound ends the visit as one with a wrong state`()
        async throws
    {
        let redirect = "http://127.0.0.1:\(try await Self.freePort())/callback"
        let browser = LoopbackBrowser(bounds: LoopbackListener.Bounds(foreignCallbacks: 2))
        let address = try #require(URL(string: redirect))
        let arrivals = Mutex(0)
        await #expect(throws: WebSignInError.wrongState) {
            try await browser.visit(returningTo: address, awaiting: "s") {
                for _ in 0...2 {
                    try await Self.arrive(redirect, "code=evil&state=other", 404)
                    arrivals.withLock { $0 += 1 }
                }
            }
        }
        #expect(arrivals.withLock(\.self) == 3)
    }

    @Test func `a visit right after a cancelled one waits for its port`() async throws {
        let port = try await Self.freePort()
        let page = try Self.page("http://127.0.0.1:\(port)/callback")
        let answers = Mutex(false)
        let (openings, opening) = AsyncStream<Void>.makeStream()
        let presenter = LoopbackWebSignInPresenter { _ in
            opening.yield()
            guard answers.withLock({ $0 }) else { return }
            let callback = try #require(URL(string: "\(page.redirectURI.absoluteString)?code=c&state=s"))
            _ = try await PlatformTransport().send(TransportRequest(method: .get, url: callback))
        }
        let cancelled = Task { try await presenter.present(page) }
        for await _ in openings { break }
        answers.withLock { $0 = true }
        cancelled.cancel()
        #expect(try await presenter.present(page).query() == "code=c&state=s")
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `the program that opens browsers gets the address as one argument, and its failure is an error`()
        async throws
    {
        let folder = try TemporaryFolder()
        let url = try #require(URL(string: "https://auth.example.com/?a=b&c=$(touch%20x)"))
        await #expect(throws: WebSignInError.self) { try await SystemBrowser.open(url, path: folder.url.path) }
        let program = folder.url.appending(path: "xdg-open")
        try Self.install("printf '%s' \"$1\" > \"$0.url\"", at: program)
        try await SystemBrowser.open(url, path: "/nowhere:\(folder.url.path)")
        let seen = try String(contentsOf: folder.url.appending(path: "xdg-open.url"), encoding: .utf8)
        #expect(seen == url.absoluteString)
        try Self.install("exit 3", at: program)
        let error = await #expect(throws: WebSignInError.self) {
            try await SystemBrowser.open(url, path: folder.url.path)
        }
        guard case .notShown(let text) = error else {
            Issue.record("The error is \(String(describing: error))")
            return
        }
        #expect(text.contains("status 3"))
    }

    private static func install(_ script: String, at program: URL) throws {
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: program)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: program.path)
    }
}
#endif
