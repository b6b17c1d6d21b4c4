// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseWire

/// A page on this machine that precedes the hosted pages of the drop-in UI, with the look that the app gives it.
///
/// The picture stays on this machine. The page has a path that no other program can guess, because its links hold the
/// state of the sign-in.
struct StartPage: Sendable {
    /// The address of the page.
    let url: URL
    /// The page, and its picture.
    let documents: [LoopbackDocument]

    /// Makes a page; nil for a look that needs none.
    ///
    /// - Parameters:
    ///   - look: the look.
    ///   - page: the hosted page that follows.
    ///   - redirect: the redirect URI, at whose address the listener serves the page.
    ///   - entropy: the source of the path.
    init?(_ look: PageLook, _ page: WebPage, at redirect: LoopbackRedirect, entropy: Entropy = .system) {
        guard page.purpose == .signIn, look.logo != nil || look.background != nil else { return nil }
        let path = "/start-\(entropy.uuid())"
        guard let url = URL(string: "http://\(redirect.authority(port: redirect.port))\(path)") else { return nil }
        self.url = url
        let style = Self.style(look)
        let picture = look.logo.map { logo in
            LoopbackDocument(path: "\(path)/logo", type: logo.type, policy: "default-src 'none'", body: logo.bytes)
        }
        let text = Self.text(
            style: style,
            picture: picture?.path,
            next: page.url.absoluteString,
            cancel: look.canCancel ? Self.cancel(page) : nil
        )
        let hash = Base64.encode(sha256(Array(style.utf8)))
        let policy = "default-src 'none'; img-src 'self'; style-src 'sha256-\(hash)'; frame-ancestors 'none'"
        let start = LoopbackDocument(
            path: path, type: "text/html; charset=utf-8", policy: policy, body: Array(text.utf8))
        documents = [start] + (picture.map { [$0] } ?? [])
    }

    /// The redirect URI with the error of a user who does not want to sign in (RFC 6749, section 4.1.2.1).
    private static func cancel(_ page: WebPage) -> String {
        let query = page.url.query(percentEncoded: true) ?? ""
        let state = (try? FormFields.read(query, maximum: 64))?.first { $0.name == "state" }?.value ?? ""
        let base = page.redirect.absoluteString
        return "\(base)\(base.contains("?") ? "&" : "?")"
            + FormFields.text([("error", "access_denied"), ("state", state)])
    }

    private static func style(_ look: PageLook) -> String {
        """
        body{margin:0;min-height:100vh;display:flex;flex-direction:column;align-items:center;justify-content:center;\
        gap:1.5rem;font-family:system-ui,sans-serif;background:\(look.background ?? "#ffffff")}\
        img{max-width:80%;max-height:12rem}\
        main{display:flex;flex-direction:column;gap:1rem;text-align:center;background:#ffffff;padding:2rem;\
        border-radius:.5rem}\
        a{color:#222222}.go{padding:.75rem 2rem;border-radius:.375rem;color:#ffffff;text-decoration:none;\
        background:\(look.button ?? "#0060df")}
        """
    }

    private static func text(style: String, picture: String?, next: String, cancel: String?) -> String {
        """
        <!doctype html>
        <html lang="en">
        <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title>
        <style>\(style)</style></head>
        <body>
        \(picture.map { "<img src=\"\(escaped($0))\" alt=\"\">" } ?? "")
        <main><a class="go" href="\(escaped(next))">Sign in</a>
        \(cancel.map { "<a href=\"\(escaped($0))\">Cancel</a>" } ?? "")</main>
        </body>
        </html>

        """
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "\"", with: "&quot;")
            .replacingOccurrences(of: "<", with: "&lt;").replacingOccurrences(of: ">", with: "&gt;")
    }
}
