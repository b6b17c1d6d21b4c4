// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseTesting
import Testing

@testable import AWSMobileClient
@testable import GatehouseSession

#if os(Linux)
/// The look of the drop-in UI: what pages get of it.
@Suite struct PageLookTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0x00]

    private static func page(_ query: String = "?a=1&state=s%20t") throws -> WebPage {
        WebPage(
            purpose: .signIn, url: try #require(URL(string: "https://auth.example.com/oauth2/authorize\(query)")),
            redirect: try #require(URL(string: "http://localhost:8080/callback")), isPrivate: false)
    }

    private static func startPage(_ options: SignInUIOptions) throws -> StartPage? {
        let page = try page()
        let redirect = try #require(LoopbackRedirect(page.redirect))
        return StartPage(PageLook(options), page, at: redirect, entropy: .seeded(3))
    }

    @Test func `opaque colors and a permission to cancel go into the address, a picture never does`() {
        let color = SignInUIOptions.Color(red: 1, green: 0.5, blue: 0.001, alpha: 1)
        let options = SignInUIOptions(
            canCancel: true, logoImage: SignInUIOptions.Image(data: Data(Self.png)), backgroundColor: color)
        #expect(
            PageLook(options).parameters == ["gatehouse_background": "#ff8000", "gatehouse_cancel": "true"])
        #expect(PageLook(SignInUIOptions()).parameters.isEmpty)
        #expect(PageLook(SignInUIOptions(backgroundColor: .clear)).background == nil)
        let strange = SignInUIOptions.Color(red: .nan, green: .infinity, blue: 0, alpha: 1)
        #expect(PageLook(SignInUIOptions(backgroundColor: strange)).background == nil)
        let beyond = SignInUIOptions.Color(red: -1, green: 2, blue: 0, alpha: 1)
        #expect(PageLook(SignInUIOptions(backgroundColor: beyond)).background == "#00ff00")
    }

    @Test func `a picture is one of four formats, and bounded`() {
        #expect(PagePicture(Data(Self.png))?.type == "image/png")
        #expect(PagePicture(Data([0xFF, 0xD8, 0xFF, 0xE0]))?.type == "image/jpeg")
        #expect(PagePicture(Data("GIF89a".utf8))?.type == "image/gif")
        #expect(PagePicture(Data("RIFF0000WEBP".utf8))?.type == "image/webp")
        #expect(PagePicture(Data("<svg onload=\"alert(1)\"/>".utf8)) == nil)
        #expect(PagePicture(Data("RIFF0000WAVE".utf8)) == nil)
        #expect(PagePicture(Data()) == nil)
        let large = Data(Self.png) + Data(count: PagePicture.largestFile)
        #expect(PagePicture(large) == nil)
    }

    @Test func `the start page has the picture, the color, and a link to cancel only if the user may`() throws {
        let picture = SignInUIOptions.Image(data: Data(Self.png))
        let start = try #require(
            try Self.startPage(SignInUIOptions(canCancel: true, logoImage: picture, backgroundColor: .black)))
        let text = String(decoding: start.documents[0].body, as: UTF8.self)
        #expect(text.contains("background:#000000"))
        #expect(text.contains("href=\"https://auth.example.com/oauth2/authorize?a=1&amp;state=s%20t\""))
        #expect(
            text.contains("href=\"http://localhost:8080/callback?error=access_denied&amp;state=s%20t\""))
        #expect(start.documents.count == 2)
        #expect(start.documents[1].body == Self.png)
        #expect(text.contains("src=\"\(start.documents[1].path)\""))
        #expect(start.url.absoluteString == "http://localhost:8080\(start.documents[0].path)")
        let forced = try #require(try Self.startPage(SignInUIOptions(backgroundColor: .black)))
        #expect(!String(decoding: forced.documents[0].body, as: UTF8.self).contains("access_denied"))
        #expect(try Self.startPage(SignInUIOptions(canCancel: true)) == nil)
    }

    @Test func `the listener serves the start page until the browser arrives`() async throws {
        let page = try Self.page()
        let any = try #require(URL(string: "http://127.0.0.1:0/callback").flatMap(LoopbackRedirect.init))
        let look = PageLook(SignInUIOptions(backgroundColor: .white))
        let start = try #require(StartPage(look, page, at: any, entropy: .seeded(4)))
        let path = start.documents[0].path
        let url = try await LoopbackListener(any, serving: start.documents).callback { port in
            let transport = PlatformTransport()
            for _ in 1...2 {
                let address = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
                let answer = try await transport.send(TransportRequest(method: .get, url: address))
                #expect(answer.status == 200)
                #expect(answer.body == Data(start.documents[0].body))
                #expect(answer.header("Content-Security-Policy")?.contains("style-src 'sha256-") == true)
            }
            let callback = try #require(URL(string: "http://127.0.0.1:\(port)/callback?code=c&state=s"))
            _ = try await transport.send(TransportRequest(method: .get, url: callback))
        }
        #expect(url.query() == "code=c&state=s")
    }
}
#endif
