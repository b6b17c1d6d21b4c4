// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseSites

/// The page of a developer's server at which a sign-in on the hosted pages can end: it takes the place of an app, trades
/// the code for tokens, and shows the user.
package enum SignedInPage {
    /// The path below the base URL.
    package static let path = "/dev/signed-in"

    /// The redirect URI that leads to the page.
    package static func address(_ deployment: Deployment) -> String { deployment.baseURL + path }

    /// The response with the page.
    ///
    /// The state of the request names the app client; `domain` is the name of its pool's domain, `nil` for a client
    /// without pages, whose code the page does not trade.
    static func answer(domain: String?) -> GatewayResponse {
        HTMLPage(
            title: "Signed in", home: "../", links: HTMLPage.developerLinks, style: style, script: script,
            content: """
                <h1 id="title">End of a sign-in</h1>
                <div class="card" id="card" data-domain="\(HTMLText.escaped(domain ?? ""))">
                <p>A sign-in of an app that returns to this page ends here, in the place of the app.</p>
                <dl id="facts"></dl>
                <p id="actions"><a href="../">Back to the overview</a></p>
                </div>
                """
        ).response()
    }

    private static let script = """
        const query = new URLSearchParams(location.search);
        const domain = document.getElementById("card").dataset.domain;
        const client = query.get("state");

        function add(name, value) {
          const term = document.createElement("dt");
          const text = document.createElement("dd");
          term.textContent = name;
          text.textContent = value;
          document.getElementById("facts").append(term, text);
        }

        const fail = text => {
          document.getElementById("title").textContent = "Not signed in";
          add("Error", text);
        };

        const claims = token => JSON.parse(new TextDecoder().decode(
          Uint8Array.from(atob(token.split(".")[1].replaceAll("-", "+").replaceAll("_", "/")), c => c.charCodeAt(0))));

        async function trade(code) {
          const answer = await fetch("../domains/" + encodeURIComponent(domain) + "/oauth2/token", {
            method: "POST",
            body: new URLSearchParams({
              grant_type: "authorization_code", client_id: client, code, redirect_uri: location.origin + location.pathname,
            }),
          });
          const tokens = await answer.json();
          if (!answer.ok) return fail(tokens.error_description ?? tokens.error);
          const user = claims(tokens.id_token ?? tokens.access_token);
          document.getElementById("title").textContent = "Signed in";
          for (const [name, value] of Object.entries(user)) {
            add(name, typeof value === "string" ? value : JSON.stringify(value));
          }
          const link = document.createElement("a");
          const home = new URL("../", location.href.split("?")[0]).href;
          link.href = "../domains/" + encodeURIComponent(domain) + "/logout?"
            + new URLSearchParams({ client_id: client, logout_uri: home });
          link.textContent = "Sign out";
          document.getElementById("actions").append(" · ", link);
        }

        async function show() {
          // A reload would present the code a second time, which ends the session.
          history.replaceState(null, "", location.pathname);
          if (query.get("error")) return fail(query.get("error_description") ?? query.get("error"));
          const code = query.get("code");
          if (!code) return;
          if (!domain) return add("Code", code);
          try { await trade(code); } catch (error) { fail(String(error)); }
        }

        show();
        """

    private static let style = """
        #facts:empty { display: none; }
        """
}
