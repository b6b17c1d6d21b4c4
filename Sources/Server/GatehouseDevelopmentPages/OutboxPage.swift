// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseSites
import GatehouseWire

/// The page with the messages of the outbox: HTML for browsers, JSON for programs.
enum OutboxPage {
    /// The response with the messages, the newest first, in the format of the request.
    static func answer(_ request: GatewayRequest, messages: [Message]) -> GatewayResponse {
        let wantsJSON =
            request.queryValue("format") == "json" || request.header("Accept")?.contains("application/json") == true
        var response =
            wantsJSON
            ? GatewayResponse.json(.array(messages.map(object)))
            : html(messages, refreshes: request.queryValue("refresh") != "off")
        if wantsJSON { response.headers.append(("Cache-Control", "no-store")) }
        response.headers.append(("Vary", "Accept"))
        return response
    }

    /// A message as JSON.
    static func object(_ message: Message) -> WireValue {
        .object([
            "to": .string(message.recipient), "kind": .string(message.kind.rawValue),
            "medium": .string(message.medium.rawValue), "code": .string(message.code),
            "subject": .string(message.subject), "body": .string(message.body),
            "at": .string(WireTimestamp.iso8601(message.date)),
        ])
    }

    private static func html(_ messages: [Message], refreshes: Bool) -> GatewayResponse {
        // Without scripts, the browser reloads the page every five seconds.
        let refresh = refreshes ? "<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>" : ""
        let link =
            refreshes
            ? "New messages appear automatically. <a href=\"?refresh=off\">Stop the updates</a>"
            : "<a href=\"?\">Show new messages automatically</a>"
        let page = HTMLPage(
            title: "Outbox (\(messages.count))", home: "../", links: HTMLPage.developerLinks, style: style,
            script: refreshes ? script : nil, head: refresh,
            content: """
                <h1>Outbox</h1>
                <p>Messages that Gatehouse would have sent, the newest first. \(link)</p>
                <div id="messages" aria-live="polite">
                \(messages.map(article).joined(separator: "\n"))
                <p>No messages yet.</p>
                </div>
                """)
        return page.response()
    }

    /// Loads the page every second and adds new messages; existing ones remain unchanged, so a selection is not lost.
    private static let script = """
        const messages = page => page.getElementById("messages");

        async function refresh() {
          try {
            const answer = document.hidden ? undefined : await fetch(location.href);
            if (answer?.ok) {
              const page = new DOMParser().parseFromString(await answer.text(), "text/html");
              const known = new Set([...messages(document).children].map(message => message.outerHTML));
              const added = [...messages(page).children].filter(message => !known.has(message.outerHTML));
              messages(document).prepend(...added);
              document.title = page.title;
            }
          } catch {
            // The server may be starting again.
          }
          setTimeout(refresh, 1000);
        }

        refresh();
        """

    /// A message as HTML.
    static func article(_ message: Message) -> String {
        let time = WireTimestamp.iso8601(message.date)
        return """
            <article>
            <h2>\(HTMLText.escaped(message.subject.isEmpty ? message.kind.rawValue : message.subject))</h2>
            \(message.code.isEmpty ? "" : "<p><code>\(HTMLText.escaped(message.code))</code></p>")
            <dl>
            <dt>To</dt><dd>\(HTMLText.escaped(message.recipient))</dd>
            <dt>Kind</dt><dd>\(message.kind.rawValue), \(message.medium.rawValue)</dd>
            <dt>At</dt><dd><time datetime="\(time)">\(time)</time></dd>
            </dl>
            <pre>\(HTMLText.escaped(message.body))</pre>
            </article>
            """
    }

    private static let style = """
        article ~ p { display: none; }
        article p code { font-size: 2rem; font-weight: 600; letter-spacing: 0.1em; color: var(--heading);
          user-select: all; }
        pre { white-space: pre-wrap; overflow-wrap: anywhere; }
        """
}
