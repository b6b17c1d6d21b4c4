// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import Testing

@Suite struct CookieTests {
    private func name(_ text: String, _ scope: CookieName.Scope = .host) throws -> CookieName {
        try #require(CookieName(text, scope))
    }

    private func request(_ cookies: String...) -> GatewayRequest {
        GatewayRequest(method: "GET", path: "/", headers: cookies.map { ("cookie", $0) })
    }

    // MARK: - Cookies of responses

    @Test func `a cookie of a host has the prefix and the attributes that the prefix demands`() throws {
        let cookie = try #require(SetCookie(try name("session"), "abc-1", sameSite: .lax, maximumAge: 3_600))
        #expect(cookie.text == "__Host-session=abc-1; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax; Secure")
        var response = GatewayResponse.redirect(to: "/login")
        response.set(cookie)
        #expect(response.header("set-cookie") == cookie.text)
    }

    @Test func `the name of a cookie has the characters of a token and no others`() {
        let letters = "abcdefghijklmnopqrstuvwxyz"
        let characters = Set("\(letters)\(letters.uppercased())0123456789!#$%&'*+-.^_`|~".unicodeScalars)
        for code in UInt8.min...UInt8.max {
            let character = UnicodeScalar(code)
            #expect((CookieName("a\(character)", .host) != nil) == characters.contains(character), "\(code)")
        }
    }

    @Test func `a cookie of a path and one without a prefix have no more than their scope`() throws {
        let shared = SetCookie(try name("session", .path("/domains/a")), "b", sameSite: .strict)
        #expect(shared?.text == "__Secure-session=b; Path=/domains/a; HttpOnly; SameSite=Strict; Secure")
        let plain = SetCookie(try name("session", .unprefixed(path: "/", isSecure: false)), "b", sameSite: .lax)
        #expect(plain?.text == "session=b; Path=/; HttpOnly; SameSite=Lax")
    }

    @Test func `a cookie with the age zero ends at once`() throws {
        let cookie = SetCookie(try name("session"), "", sameSite: .strict, maximumAge: 0)
        #expect(cookie?.text == "__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict; Secure")
        #expect(SetCookie(try name("session"), "", sameSite: .strict, maximumAge: -1) == nil)
    }

    @Test(.tags(.security)) func `a cookie that pages of all sites send needs TLS`() throws {
        #expect(SetCookie(try name("a", .unprefixed(path: "/", isSecure: false)), "b", sameSite: .none) == nil)
        #expect(SetCookie(try name("a", .unprefixed(path: "/", isSecure: true)), "b", sameSite: .none) != nil)
        #expect(SetCookie(try name("a"), "b", sameSite: .none) != nil)
    }

    @Test(
        .tags(.security),
        arguments: [
            "a; Path=/evil", "a\r\nSet-Cookie: b=c", "a\n", "a b", "a,b", "a\"b", "\"a\"", "a\\b", "\u{7F}", "\u{E9}",
            String(repeating: "a", count: 4_083),
        ])
    func `a value cannot add attributes or headers, and is not longer than browsers store`(value: String) throws {
        #expect(SetCookie(try name("session"), value, sameSite: .lax) == nil)
    }

    @Test func `name and value have 4096 bytes at most`() throws {
        // The prefix has seven bytes, and so has the name.
        let longest = String(repeating: "a", count: 4_082)
        #expect(SetCookie(try name("session"), longest, sameSite: .lax) != nil)
    }

    @Test(
        .tags(.security),
        arguments: [
            "", "a=b", "a;b", "a b", "a\r\nb", "\u{E9}", "a,b", "(a)", "__Host-a", "__host-a", "__Secure-a",
            "__SECURE-a", String(repeating: "a", count: 257),
        ])
    func `a name is a token without a prefix of its own`(text: String) {
        #expect(CookieName(text, .host) == nil)
        #expect(CookieName(text, .unprefixed(path: "/", isSecure: true)) == nil)
    }

    @Test(.tags(.security), arguments: ["", "a", "/a;Domain=example.com", "/a b", "/\r\n", "/\u{E9}"])
    func `a path cannot add attributes`(path: String) {
        #expect(CookieName("a", .path(path)) == nil)
        #expect(CookieName("a", .unprefixed(path: path, isSecure: true)) == nil)
    }

    // MARK: - Cookies of requests

    @Test func `a request's cookie is found by its whole name`() throws {
        let session = try name("session")
        for cookies in [
            "__Host-session=abc", "a=b; __Host-session=abc; c=d", "a=b;__Host-session=abc", "a; __Host-session=abc\t",
            "=c; __Host-session=abc",
        ] {
            #expect(request(cookies).cookie(session) == "abc", "\(cookies)")
        }
        #expect(request("a=b", "__Host-session=a=b==").cookie(session) == "a=b==")
        #expect(request("__Host-session=").cookie(session) == "")
        #expect(request().cookie(session) == nil)
    }

    @Test(
        .tags(.security),
        arguments: [
            "session=a", "__host-session=a", "__Secure-session=a", "x__Host-session=a", "__Host-session2=a",
            "=__Host-session=a", "__Host-session", "__Host-session =a", "\u{2000}__Host-session=a",
            "\u{A0}__Host-session=a", "\u{B}__Host-session=a", "a=b,__Host-session=a", "a=\"b; c\", __Host-session=a",
            "$Version=1, __Host-session=a", "__Host-session\u{301}=a", "__Host%2Dsession=a",
        ])
    func `a cookie with a similar name is not the one whose prefix browsers protect`(cookies: String) throws {
        #expect(request(cookies).cookie(try name("session")) == nil)
    }

    @Test(.tags(.security)) func `of several cookies with one name none counts`() throws {
        let session = try name("session", .path("/domains/a"))
        for request in [
            request("__Secure-session=mine; __Secure-session=evil"),
            request("__Secure-session=mine", "__Secure-session=evil"),
        ] {
            #expect(request.cookie(session) == nil)
            #expect(request.cookieValues(session) == ["mine", "evil"])
        }
    }

    @Test(.tags(.security)) func `a combining mark does not hide the end of a cookie`() throws {
        let session = try name("session")
        #expect(request("a=b;\u{301}c=d; __Host-session=abc").cookie(session) == "abc")
        #expect(request("__Host-session=abc;\u{301}").cookie(session) == "abc")
    }
}
