// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites

/// The page for trying requests to data APIs.
///
/// It is the same for every server; its script loads what differs, and shows it as text.
enum GraphQLPage {
    /// The response with the page.
    static var response: GatewayResponse {
        HTMLPage(
            title: "GraphQL", home: "../", links: HTMLPage.developerLinks, style: style,
            script: GraphQLScripts.completion + GraphQLScripts.page, content: content
        ).response()
    }

    private static let content = """
        <h1>GraphQL</h1>
        <noscript><p role="alert">This page needs JavaScript.</p></noscript>
        <p id="problem" role="alert" hidden></p>
        <div id="console" hidden>
        <section id="warned" aria-labelledby="doubts" hidden>
        <h2 id="doubts">Warnings about the schema</h2>
        <ul id="warnings" tabindex="0" aria-labelledby="doubts"></ul>
        </section>
        <section>
        <div class="fields">
        <div><label for="api">API</label><select id="api"></select></div>
        <div><label for="caller">Send as</label><select id="caller"></select></div>
        <div data-for="name"><label for="name">Name</label><input id="name" autocomplete="off"></div>
        <div data-for="token"><label for="token">Token</label><select id="token">\
        <option value="access">Access token</option><option value="id">ID token</option></select></div>
        </div>
        <div data-for="claims"><label for="claims">Claims of the token</label>
        <textarea id="claims" rows="4" spellcheck="false">{"sub": "user"}</textarea></div>
        <p data-for="role"><small>Only the rules of the schema decide: the policies of the identity pool's roles, which \
        can deny more, are not applied.</small></p>
        <label for="query">Request</label>
        <div class="editor">
        <textarea id="query" rows="12" spellcheck="false" autocapitalize="off" autocomplete="off" wrap="off" \
        aria-describedby="keys" aria-controls="completions"></textarea>
        <ul id="completions" role="listbox" aria-label="Completions" hidden></ul>
        </div>
        <p id="keys"><small>Names of the schema appear while you type: Tab takes the first one, the arrow keys choose \
        another. Ctrl and the space bar show them, Ctrl and Enter send the request.</small></p>
        <details><summary>Variables</summary>
        <textarea id="variables" rows="4" spellcheck="false" aria-label="Variables">{}</textarea></details>
        <p class="actions"><button type="button" class="primary" id="send">Send</button>
        <button type="button" id="stop" hidden>End the subscription</button>
        <output id="state" role="status"></output></p>
        </section>
        <section id="answered" hidden>
        <h2>Answer <small id="facts"></small></h2>
        <pre id="answer" tabindex="0"></pre>
        <h3>Decisions</h3>
        <p id="undecided" hidden>No rule decided.</p>
        <div class="table" id="decided"><table>
        <thead><tr><th>Outcome</th><th>On</th><th>Why</th><th>Records</th></tr></thead>
        <tbody id="decisions"></tbody></table></div>
        <details><summary>The caller, as the rules see it</summary><pre id="seen" tabindex="0"></pre></details>
        </section>
        <section id="live" hidden>
        <h2>Events</h2>
        <div id="events" aria-live="polite"></div>
        <p id="silent">No events yet.</p>
        </section>
        <section>
        <h2>Models</h2>
        <div id="models"></div>
        </section>
        </div>
        """

    private static let style = """
        [hidden] { display: none !important; }
        #warnings { max-height: 12rem; margin: 0; padding: 0 0 0 1.25rem; overflow: auto; }
        .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 0.5rem 1rem;
          margin: 0 0 1rem; }
        select { width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem; font: inherit; color: var(--heading);
          background: var(--input); border: 1px solid var(--input-border); border-radius: 8px; }
        textarea { display: block; width: 100%; padding: 0.5rem 0.75rem; color: var(--heading);
          background: var(--input); border: 1px solid var(--input-border); border-radius: 8px; resize: vertical;
          font: 0.875rem/1.5 ui-monospace, monospace; }
        .editor { position: relative; margin-top: 0.25rem; }
        #completions { position: absolute; z-index: 1; min-width: 12rem; max-width: 100%; max-height: 14rem; margin: 0;
          padding: 0.25rem; overflow: auto; list-style: none; background: var(--card);
          border: 1px solid var(--border); border-radius: 8px; box-shadow: 0 4px 12px rgb(16 24 40 / 0.15); }
        #completions li { display: flex; gap: 1.5rem; justify-content: space-between; padding: 0.125rem 0.5rem;
          border-radius: 4px; cursor: pointer; white-space: nowrap;
          font: 0.875rem/1.5 ui-monospace, monospace; color: var(--heading); }
        #completions li[aria-selected=true] { background: var(--secondary-hover); }
        #completions li span { color: var(--hint); }
        #keys { margin: 0.25rem 0 0.75rem; }
        summary { cursor: pointer; font-weight: 600; color: var(--heading); }
        details { margin: 0 0 1rem; }
        details > pre, details > textarea { margin: 0.5rem 0 0; }
        .actions { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
        .outcome { display: inline-block; padding: 0 0.5rem; border: 1px solid var(--border); border-radius: 1rem;
          font-size: 0.8125rem; font-weight: 600; white-space: nowrap; color: var(--heading); }
        .outcome.refused { background: var(--error); border-color: var(--error-border); }
        .outcome.left-out { border-style: dashed; border-color: var(--input-border); }
        #decisions td:nth-child(2) { white-space: nowrap; }
        #answer { max-height: 24rem; overflow: auto; }
        #events:not(:empty) + #silent { display: none; }
        #events pre { margin: 0.25rem 0; }
        .model { padding: 0.75rem 0; border-top: 1px solid var(--divider); }
        .model:first-child { padding-top: 0; border-top: 0; }
        .model:last-child { padding-bottom: 0; }
        .model h3 { display: flex; gap: 1rem; align-items: baseline; margin: 0 0 0.25rem; }
        .model h3 a { font-size: 0.875rem; font-weight: 400; }
        .model details { margin: 0; }
        """
}
