// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseWire

/// The overview page of a developer's server: HTML for browsers, JSON for programs.
enum OverviewPage {
    /// The response in the format of the request; JSON unless a browser requests HTML.
    static func answer(_ request: GatewayRequest, _ overview: DevelopmentOverview) -> GatewayResponse {
        guard !request.wantsHTML else {
            var response = page(overview).response()
            response.headers.append(("Vary", "Accept"))
            return response
        }
        var response = GatewayResponse.json(object(overview))
        response.headers += [("Cache-Control", "no-store"), ("Vary", "Accept")]
        return response
    }

    // MARK: - For programs

    private static func object(_ overview: DevelopmentOverview) -> WireValue {
        let links = links(of: overview).map { (WireName($0.name), WireValue.string(overview.baseURL + $0.path)) }
        return [
            "version": .string(overview.version), "baseUrl": .string(overview.baseURL),
            "region": .string(overview.region), "folder": .string(overview.folder),
            "userPoolId": .string(overview.first.userPoolID),
            "userPoolClientId": .string(overview.first.clientID),
            "identityPoolId": .string(overview.first.identityPoolID),
            "userPools": .array(overview.pools.map(object)),
            "messages": .array(overview.messages.map(OutboxPage.object)),
            "links": .object(Dictionary(uniqueKeysWithValues: links)),
        ]
    }

    private static func object(_ pool: DevelopmentOverview.Pool) -> WireValue {
        [
            "id": .string(pool.id), "name": .string(pool.name), "numberOfUsers": .integer(Int64(pool.numberOfUsers)),
            "clients": .array(pool.clients.map { ["id": .string($0.id), "name": .string($0.name)] }),
            "users": .array(pool.users.map(object)),
        ]
    }

    private static func object(_ user: DevelopmentOverview.User) -> WireValue {
        [
            "username": .string(user.username), "status": .string(user.status), "enabled": .bool(user.isEnabled),
            "email": user.email.map { .string($0) } ?? .null,
        ]
    }

    private static func links(of overview: DevelopmentOverview) -> [(name: String, path: String)] {
        var links: [(name: String, path: String)] = [
            ("outbox", "/dev/outbox"), ("passkeys", "/dev/passkeys?client_id=\(overview.first.clientID)"),
            ("health", "/health"), ("keys", "/\(overview.first.userPoolID)/.well-known/jwks.json"),
        ]
        if overview.showsMetrics { links.append(("metrics", "/metrics")) }
        return links
    }

    // MARK: - For people

    private static func page(_ overview: DevelopmentOverview) -> HTMLPage {
        HTMLPage(
            title: "Development server", style: style, script: script,
            content: """
                <header>
                <h1>Gatehouse <small>\(HTMLText.escaped(overview.version))</small></h1>
                <p>A development server at <code>\(HTMLText.escaped(overview.baseURL))</code></p>
                <nav>\(links(of: overview).map(link).joined(separator: "\n"))</nav>
                </header>
                <section>
                <h2>For your app</h2>
                <dl>
                \(copied("User pool", overview.first.userPoolID))
                \(copied("App client", overview.first.clientID))
                \(copied("Identity pool", overview.first.identityPoolID))
                \(copied("Region", overview.region))
                \(copied("Configuration files", overview.folder))
                </dl>
                </section>
                <div id="live">
                <section>
                <h2>Last messages</h2>
                \(messages(overview.messages))
                </section>
                \(overview.pools.map(section).joined(separator: "\n"))
                </div>
                <section>
                <h2>Snippets</h2>
                \(OverviewSnippets.all(for: overview).map(snippet).joined(separator: "\n"))
                </section>
                """)
    }

    private static func link(_ link: (name: String, path: String)) -> String {
        // The link is relative, because the server may be mounted under a path.
        let target = HTMLText.escaped("." + link.path)
        return "<a href=\"\(target)\">\(link.name.prefix(1).uppercased() + link.name.dropFirst())</a>"
    }

    private static func copied(_ name: String, _ value: String) -> String {
        "<dt>\(name)</dt><dd><code>\(HTMLText.escaped(value))</code> \(copyButton(value))</dd>"
    }

    private static func copyButton(_ text: String) -> String {
        "<button type=\"button\" data-copy=\"\(HTMLText.escaped(text))\">Copy</button>"
    }

    private static func snippet(_ snippet: OverviewSnippets.Snippet) -> String {
        """
        <h3>\(HTMLText.escaped(snippet.title)) \(copyButton(snippet.text))</h3>
        <pre>\(HTMLText.escaped(snippet.text))</pre>
        """
    }

    private static func messages(_ messages: [Message]) -> String {
        guard !messages.isEmpty else { return "<p>No messages yet.</p>" }
        let rows = messages.map { message in
            """
            <tr><td>\(HTMLText.escaped(message.recipient))</td><td>\(HTMLText.escaped(message.kind.rawValue))</td>
            <td><code>\(HTMLText.escaped(message.code))</code>\(message.code.isEmpty ? "" : " " + copyButton(message.code))</td>
            <td><time>\(WireTimestamp.iso8601(message.date))</time></td></tr>
            """
        }
        return table(["To", "Kind", "Code", "At"], rows)
    }

    private static func section(_ pool: DevelopmentOverview.Pool) -> String {
        """
        <section>
        <h2>\(HTMLText.escaped(pool.name)) <small><code>\(HTMLText.escaped(pool.id))</code></small></h2>
        \(clients(pool.clients))
        \(users(pool))
        </section>
        """
    }

    private static func clients(_ clients: [DevelopmentOverview.Client]) -> String {
        guard !clients.isEmpty else { return "<p>No app client yet.</p>" }
        let rows = clients.map { client in
            """
            <tr><td>\(HTMLText.escaped(client.name))</td>
            <td><code>\(HTMLText.escaped(client.id))</code> \(copyButton(client.id))</td></tr>
            """
        }
        return table(["App client", "Id"], rows)
    }

    private static func users(_ pool: DevelopmentOverview.Pool) -> String {
        guard !pool.users.isEmpty else { return "<p>No users yet.</p>" }
        let rows = pool.users.map { user in
            """
            <tr><td>\(HTMLText.escaped(user.username))</td><td>\(HTMLText.escaped(user.email ?? ""))</td>
            <td>\(HTMLText.escaped(user.status))\(user.isEnabled ? "" : ", disabled")</td></tr>
            """
        }
        let others = pool.numberOfUsers - pool.users.count
        return table(["User", "E-mail", "Status"], rows) + (others > 0 ? "<p>and \(others) more</p>" : "")
    }

    private static func table(_ titles: [String], _ rows: [String]) -> String {
        """
        <div class="table"><table><thead><tr>\(titles.map { "<th>\($0)</th>" }.joined())</tr></thead>
        <tbody>\(rows.joined(separator: "\n"))</tbody></table></div>
        """
    }

    /// The script copies values to the clipboard, and adds new messages and users.
    private static let script = """
        if (navigator.clipboard) document.documentElement.classList.add("can-copy");
        document.addEventListener("click", async event => {
          const button = event.target.closest("button[data-copy]");
          if (!button) return;
          await navigator.clipboard.writeText(button.dataset.copy);
          button.textContent = "Copied";
          setTimeout(() => { button.textContent = "Copy"; }, 1500);
        });

        const live = page => page.getElementById("live");
        let shown = live(document).innerHTML;

        async function refresh() {
          try {
            const answer = document.hidden ? undefined : await fetch(location.href, { headers: { Accept: "text/html" } });
            if (answer?.ok) {
              const page = new DOMParser().parseFromString(await answer.text(), "text/html");
              const fresh = live(page)?.innerHTML;
              if (fresh && fresh !== shown) {
                shown = fresh;
                live(document).replaceWith(document.adoptNode(live(page)));
              }
            }
          } catch {
            // The server may be starting again.
          }
          setTimeout(refresh, 2000);
        }

        setTimeout(refresh, 2000);
        """

    private static let style = """
        :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
        body { margin: 0; }
        main { max-width: 55rem; margin: 0 auto; padding: 1rem; }
        h1 { margin-bottom: 0; }
        h2 { margin-top: 2rem; font-size: 1.25rem; border-bottom: 1px solid GrayText; }
        h3 { margin-bottom: 0.25rem; font-size: 1rem; }
        small { font-weight: normal; font-size: 0.8em; opacity: 0.8; }
        nav { display: flex; flex-wrap: wrap; gap: 1rem; }
        dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }
        dt { font-weight: 600; } dd { margin: 0; overflow-wrap: anywhere; }
        table { width: 100%; border-collapse: collapse; margin: 0.5rem 0; }
        th, td { text-align: left; padding: 0.25rem 1rem 0.25rem 0; vertical-align: top; }
        .table { overflow-x: auto; }
        th { font-weight: 600; opacity: 0.8; }
        tbody tr { border-top: 1px solid color-mix(in srgb, GrayText 40%, transparent); }
        code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
        pre { margin: 0; padding: 0.75rem; overflow-x: auto; border: 1px solid GrayText; border-radius: 0.5rem; }
        button { display: none; font: inherit; font-size: 0.75rem; padding: 0 0.5rem; }
        .can-copy button { display: inline-block; }
        """
}
