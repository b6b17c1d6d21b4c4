// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The answers of a loopback listener.
enum CallbackAnswer {
    /// The browser arrived at the redirect URI.
    case arrived
    /// The browser requested a document.
    case document(LoopbackDocument)
    /// The request is not for the redirect URI.
    case notFound
    /// The request exceeds the bound.
    case tooLong

    /// The answer in HTTP, after which the connection ends.
    var bytes: [UInt8] {
        let body = body
        let head = """
            HTTP/1.1 \(status)\r
            Content-Type: \(type)\r
            Content-Length: \(body.count)\r
            Content-Security-Policy: \(policy)\r
            Cache-Control: no-store\r
            Referrer-Policy: no-referrer\r
            X-Content-Type-Options: nosniff\r
            Connection: close\r
            \r\n
            """
        return Array(head.utf8) + body
    }

    private var type: String {
        if case .document(let document) = self { document.type } else { "text/html; charset=utf-8" }
    }

    private var policy: String {
        if case .document(let document) = self { document.policy } else { "default-src 'none'; frame-ancestors 'none'" }
    }

    private var status: String {
        switch self {
        case .arrived, .document: "200 OK"
        case .notFound: "404 Not Found"
        case .tooLong: "431 Request Header Fields Too Large"
        }
    }

    private var body: [UInt8] {
        switch self {
        case .arrived: Self.page("You can close this window", "The app continues.")
        case .document(let document): document.body
        case .notFound: Self.page("Not found", "Nothing is here.")
        case .tooLong: Self.page("Too long", "The request is too long.")
        }
    }

    private static func page(_ title: String, _ text: String) -> [UInt8] {
        Array(
            """
            <!doctype html>
            <html lang="en">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title></head>
            <body><h1>\(title)</h1><p>\(text)</p></body>
            </html>

            """.utf8)
    }
}
