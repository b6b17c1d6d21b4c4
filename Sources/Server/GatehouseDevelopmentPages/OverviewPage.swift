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
        var members: [WireName: WireValue] = [
            "version": .string(overview.version), "baseUrl": .string(overview.baseURL),
            "region": .string(overview.region), "folder": .string(overview.folder),
            "userPoolId": .string(overview.first.userPoolID),
            "userPoolClientId": .string(overview.first.clientID),
            "identityPoolId": .string(overview.first.identityPoolID),
            "userPools": .array(overview.pools.map(object)),
            "messages": .array(overview.messages.map(OutboxPage.object)),
            "links": .object(Dictionary(uniqueKeysWithValues: links)),
        ]
        members["triggersFile"] = overview.triggersFile.map { .string($0) }
        members["apiId"] = overview.api.map { .string($0.id) }
        members["graphQLEndpoint"] = overview.api.map { .string($0.endpoint) }
        return .object(members)
    }

    private static func object(_ pool: DevelopmentOverview.Pool) -> WireValue {
        [
            "id": .string(pool.id), "name": .string(pool.name), "numberOfUsers": .integer(Int64(pool.numberOfUsers)),
            "domains": .array(pool.domains.map { .string($0) }),
            "identityProviders": .array(
                pool.providers.map { ["name": .string($0.name), "type": .string($0.type)] }),
            "clients": .array(pool.clients.map(object)),
            "users": .array(pool.users.map(object)),
        ]
    }

    private static func object(_ client: DevelopmentOverview.Client) -> WireValue {
        var members: [WireName: WireValue] = ["id": .string(client.id), "name": .string(client.name)]
        members["loginPage"] = client.loginPage.map { .string($0) }
        return .object(members)
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
            ("graphQL", "/dev/graphql"), ("health", "/health"),
            ("keys", "/\(overview.first.userPoolID)/.well-known/jwks.json"),
        ]
        if overview.showsMetrics { links.append(("metrics", "/metrics")) }
        return links
    }

    // MARK: - For people

    private static func page(_ overview: DevelopmentOverview) -> HTMLPage {
        // The links are relative, because the server may be mounted under a path.
        let links = links(of: overview).map { link in
            (name: link.name.prefix(1).uppercased() + link.name.dropFirst(), path: String(link.path.dropFirst()))
        }
        return HTMLPage(
            title: "Development server", home: "./", links: links, style: style, script: script,
            content: """
                <h1>Development server <small>\(HTMLText.escaped(overview.version))</small></h1>
                <section>
                <h2>For your app</h2>
                <dl>
                \(copied("Address", overview.baseURL))
                \(copied("User pool", overview.first.userPoolID))
                \(copied("App client", overview.first.clientID))
                \(copied("Identity pool", overview.first.identityPoolID))
                \(overview.api.map { api($0, overview.baseURL) } ?? "")
                \(copied("Region", overview.region))
                \(copied("Configuration files", overview.folder))
                </dl>
                <p class="scripted"><button type="button" id="reset">Reset to the first state</button>
                <output id="reset-result" role="status"></output></p>
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

    /// The data API under the names that the start prints.
    private static func api(_ api: DevelopmentOverview.API, _ baseURL: String) -> String {
        """
        \(copied("GraphQL", api.endpoint))
        \(copied("API", api.id))
        <dt>Requests</dt><dd><a href="./dev/graphql">\(HTMLText.escaped(baseURL))/dev/graphql</a></dd>
        """
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
        \(pages(pool))
        \(clients(pool.clients))
        \(users(pool))
        </section>
        """
    }

    /// The domains and the identity providers of a pool.
    private static func pages(_ pool: DevelopmentOverview.Pool) -> String {
        let domains = pool.domains.map { "<code>\(HTMLText.escaped($0))</code>" }
        let providers = pool.providers.map { provider in
            "\(HTMLText.escaped(provider.name)) <small>\(HTMLText.escaped(provider.type))</small>"
        }
        return """
            <dl>
            <dt>Domain</dt><dd>\(domains.isEmpty ? "none, so the pool has no pages" : domains.joined(separator: "<br>"))</dd>
            <dt>Identity providers</dt><dd>\(providers.isEmpty ? "none" : providers.joined(separator: ", "))</dd>
            </dl>
            """
    }

    private static func clients(_ clients: [DevelopmentOverview.Client]) -> String {
        guard !clients.isEmpty else { return "<p>No app client yet.</p>" }
        let rows = clients.map { client in
            """
            <tr><td>\(HTMLText.escaped(client.name))</td>
            <td><code>\(HTMLText.escaped(client.id))</code> \(copyButton(client.id))</td>
            <td>\(client.loginPage.map { "<a href=\"\(HTMLText.escaped($0))\">Login page</a>" } ?? "")</td></tr>
            """
        }
        return table(["App client", "Id", "Pages"], rows)
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

    /// The script copies values to the clipboard, adds new messages and users, and resets the server.
    private static let script = """
        document.documentElement.classList.add("has-script");
        if (navigator.clipboard) document.documentElement.classList.add("can-copy");
        document.addEventListener("click", async event => {
          const button = event.target.closest("button[data-copy]");
          if (!button) return;
          await navigator.clipboard.writeText(button.dataset.copy);
          button.textContent = "Copied";
          setTimeout(() => { button.textContent = "Copy"; }, 1500);
        });

        document.getElementById("reset").addEventListener("click", async () => {
          if (!confirm("Delete everything except the first resources and the seed?")) return;
          const show = text => { document.getElementById("reset-result").textContent = text; };
          show("…");
          try {
            const answer = await fetch("./dev/reset", { method: "POST" });
            show(answer.ok ? "Done." : (await answer.json()).message);
          } catch (error) {
            show(String(error));
          }
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
        .scripted, button[data-copy] { display: none; }
        .has-script .scripted { display: block; }
        .can-copy button[data-copy] { display: inline-block; }
        """
}
