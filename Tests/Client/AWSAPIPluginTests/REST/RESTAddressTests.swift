// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@testable import AWSAPIPlugin

/// The addresses of REST requests.
@Suite struct RESTAddressTests {
    private static func text(
        _ base: String, _ path: String?, _ query: [String: String]? = nil
    ) throws -> String {
        let base = try #require(URL(string: base))
        return try RESTAddress.url(below: base, path: path, query: query).absoluteString
    }

    @Test(
        arguments: [
            ("https://h.org/prod", nil, "https://h.org/prod"), ("https://h.org/prod", "", "https://h.org/prod"),
            ("https://h.org/prod", "/", "https://h.org/prod/"),
            ("https://h.org/prod", "/a/b", "https://h.org/prod/a/b"),
            ("https://h.org/prod", "a/b", "https://h.org/prod/a/b"),
            ("https://h.org/prod/", "/a", "https://h.org/prod/a"),
            ("https://h.org/prod/", "a/", "https://h.org/prod/a/"), ("https://h.org/", "/a", "https://h.org/a"),
            ("https://h.org/", "a", "https://h.org/a"), ("https://h.org:8443/", "/a", "https://h.org:8443/a"),
            ("http://[::1]:80/x", "/a", "http://[::1]:80/x/a"),
        ] as [(String, String?, String)])
    func `one slash is between the address of the API and the path`(
        base: String, path: String?, address: String
    ) throws {
        #expect(try Self.text(base, path) == address)
    }

    @Test(arguments: [
        ("/a b", "/a%20b"), ("/\u{E9}t\u{E9}/\u{1F375}", "/%C3%A9t%C3%A9/%F0%9F%8D%B5"), ("/a%20b", "/a%2520b"),
        ("/a?b=c", "/a%3Fb=c"), ("/a#b", "/a%23b"), ("/a+b@c:d,e", "/a+b@c:d,e"), ("//evil.org/a", "//evil.org/a"),
        ("/a\r\nHost: evil.org", "/a%0D%0AHost:%20evil.org"), ("/a\u{0}", "/a%00"), ("/\\evil", "/%5Cevil"),
        ("@evil.org/a", "/@evil.org/a"), (":81/a", "/:81/a"),
    ])
    func `a path is encoded as it is, and changes neither host nor query`(path: String, encoded: String) throws {
        #expect(try Self.text("https://h.org/", path) == "https://h.org\(encoded)")
        #expect(try Self.text("https://h.org/p", path) == "https://h.org/p\(encoded)")
        let url = try #require(URL(string: try Self.text("https://h.org/", path)))
        #expect(url.host() == "h.org" && url.port == nil && url.query() == nil && url.fragment() == nil)
    }

    @Test(arguments: [
        // What servers would take for the end of a field, or for a blank.
        ("X;Y", "X%3BY"), ("X%3BY", "X%3BY"), ("swift+amplify", "swift%2Bamplify"), ("a%2Bb", "a%2Bb"),
        ("a&b=c", "a%26b%3Dc"), ("a%26b", "a%26b"), ("a b", "a%20b"), ("a%20b", "a%20b"), ("#", "%23"),
        // What URLs have in a query as it is, decoded first if the caller has encoded it.
        ("john@email.com", "john@email.com"), ("john%40email.com", "john@email.com"),
        ("2021-06-18T09:00:00Z", "2021-06-18T09:00:00Z"), ("2021-06-18T09%3A00%3A00Z", "2021-06-18T09:00:00Z"),
        ("a/b?c!$'(),*", "a/b?c!$'(),*"), ("", ""),
        // A text with a broken escape stays as it is.
        ("100%", "100%25"), ("%zz", "%25zz"), ("%ff", "%25ff"), ("%", "%25"), ("50%25", "50%25"),
        ("\u{E9}\u{1F375}", "%C3%A9%F0%9F%8D%B5"), ("%C3%A9", "%C3%A9"), ("a\r\nb", "a%0D%0Ab"),
    ])
    func `names and values of a query are decoded first, and then encoded`(text: String, encoded: String) throws {
        #expect(try Self.text("https://h.org/p", "/a", ["q": text]) == "https://h.org/p/a?q=\(encoded)")
        #expect(try Self.text("https://h.org/p", nil, [text: "v"]) == "https://h.org/p?\(encoded)=v")
    }

    @Test func `a value arrives as the caller means it`() throws {
        for value in ["X;Y", "a+b", "a&b=c", "100%", "\u{1F375} tea", "=", "&&", "%"] {
            let text = try Self.text("https://h.org/", "/a", ["v": value, "w": "1"])
            let items = try #require(URLComponents(string: text)?.queryItems)
            #expect(items == [URLQueryItem(name: "v", value: value), URLQueryItem(name: "w", value: "1")])
        }
    }

    @Test func `fields are in the order of their names, and no fields make no query`() throws {
        let fields = ["b": "2", "c": "3", "a": "1"]
        #expect(try Self.text("https://h.org/p", "/a", fields) == "https://h.org/p/a?a=1&b=2&c=3")
        #expect(try Self.text("https://h.org/p", "/a", [:]) == "https://h.org/p/a")
    }
}
