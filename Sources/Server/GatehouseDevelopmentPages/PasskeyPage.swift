// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseSites

/// The page for trying passkeys: it creates an account, adds a passkey, and signs in with it.
enum PasskeyPage {
    /// The response with the page, for the app client in the request.
    static func answer(_ request: GatewayRequest, baseURL: String) -> GatewayResponse {
        let clientID = request.queryValue("client_id") ?? ""
        let hints = hints(clientID: clientID, host: request.header("Host") ?? "", baseURL: baseURL)
        return HTMLPage(
            title: "Passkeys", home: "../", links: HTMLPage.developerLinks, style: style, script: script,
            content: content(clientID: clientID, hints: hints)
        ).response()
    }

    /// The reasons why the page cannot work at this URL, as HTML; empty if there are none.
    private static func hints(clientID: String, host: String, baseURL: String) -> String {
        var hints: [String] = []
        if clientID.isEmpty {
            hints.append(
                """
                The URL has no app client: enter its id below, or use the link with <code>?client_id=…</code> that \
                <code>gatehouse dev</code> prints when it starts.
                """)
        }
        if Authority(host)?.isAddress == true {
            var page = URLComponents(string: baseURL) ?? URLComponents()
            page.host = "localhost"
            page.path += "/dev/passkeys"
            if !clientID.isEmpty { page.queryItems = [URLQueryItem(name: "client_id", value: clientID)] }
            let link = HTMLText.escaped(page.string ?? "")
            hints.append(
                """
                Browsers create passkeys for names, not for IP addresses: use <a href="\(link)">\(link)</a> instead.
                """)
        }
        return hints.map { "<p role=\"alert\">\($0)</p>\n" }.joined()
    }

    private static func content(clientID: String, hints: String) -> String {
        """
        <h1>Passkeys</h1>
        <div class="card">
        <p>Try them on this server. The app client must allow ALLOW_USER_AUTH and ALLOW_USER_PASSWORD_AUTH, and its user
        pool WEB_AUTHN; those of gatehouse dev do.</p>
        \(hints)<form>
        <label for="client">App client</label><input id="client" value="\(HTMLText.escaped(clientID))">
        <label for="username">User name</label><input id="username" autocomplete="username" value="alice">
        <label for="email">E-mail</label><input id="email" type="email" value="alice@example.com">
        <label for="password">Password</label>
        <input id="password" type="password" autocomplete="current-password">
        </form>
        <p class="actions">
        <button id="sign-up">Create the account</button>
        <button id="add">Add a passkey</button>
        <button id="sign-in">Sign in with a passkey</button>
        </p>
        <output id="result" role="status"></output>
        </div>
        """
    }

    private static let script = """
        const value = id => document.getElementById(id).value.trim();
        const show = text => { document.getElementById("result").textContent = text; };

        async function call(operation, members) {
          const answer = await fetch("../", {
            method: "POST",
            headers: {
              "Content-Type": "application/x-amz-json-1.1",
              "X-Amz-Target": "AWSCognitoIdentityProviderService." + operation,
            },
            body: JSON.stringify(members),
          });
          const body = await answer.json();
          if (!answer.ok) throw new Error(operation + ": " + body.__type + ": " + body.message);
          return body;
        }

        async function signUp() {
          const user = { ClientId: value("client"), Username: value("username") };
          const email = value("email");
          await call("SignUp", {
            ...user, Password: value("password"), UserAttributes: [{ Name: "email", Value: email }],
          });
          const outbox = await fetch("outbox?format=json&to=" + encodeURIComponent(email));
          const messages = outbox.ok ? await outbox.json() : [];
          if (messages.length === 0) return "The account must be confirmed with the code that was sent.";
          await call("ConfirmSignUp", { ...user, ConfirmationCode: messages[0].code });
          return "The account has been created.";
        }

        async function addPasskey() {
          const signedIn = await call("InitiateAuth", {
            ClientId: value("client"), AuthFlow: "USER_PASSWORD_AUTH",
            AuthParameters: { USERNAME: value("username"), PASSWORD: value("password") },
          });
          if (!signedIn.AuthenticationResult) return "The password alone is not sufficient: " + signedIn.ChallengeName;
          const AccessToken = signedIn.AuthenticationResult.AccessToken;
          const { CredentialCreationOptions: options } = await call("StartWebAuthnRegistration", { AccessToken });
          const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
          const credential = await navigator.credentials.create({ publicKey });
          await call("CompleteWebAuthnRegistration", { AccessToken, Credential: credential.toJSON() });
          const { Credentials: passkeys } = await call("ListWebAuthnCredentials", { AccessToken });
          return "Passkeys: " + passkeys.map(passkey => passkey.FriendlyCredentialName).join(", ");
        }

        async function signIn() {
          const client = { ClientId: value("client") };
          const asked = await call("InitiateAuth", {
            ...client, AuthFlow: "USER_AUTH",
            AuthParameters: { USERNAME: value("username"), PREFERRED_CHALLENGE: "WEB_AUTHN" },
          });
          if (asked.ChallengeName !== "WEB_AUTHN") return "Offered instead: " + asked.AvailableChallenges.join(", ");
          const options = JSON.parse(asked.ChallengeParameters.CREDENTIAL_REQUEST_OPTIONS);
          const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
          const credential = await navigator.credentials.get({ publicKey });
          const signedIn = await call("RespondToAuthChallenge", {
            ...client, ChallengeName: "WEB_AUTHN", Session: asked.Session,
            ChallengeResponses: { USERNAME: value("username"), CREDENTIAL: JSON.stringify(credential.toJSON()) },
          });
          if (!signedIn.AuthenticationResult) return "The next challenge: " + signedIn.ChallengeName;
          const user = await call("GetUser", { AccessToken: signedIn.AuthenticationResult.AccessToken });
          return "Signed in as " + user.Username + ".";
        }

        const actions = { "sign-up": signUp, "add": addPasskey, "sign-in": signIn };
        for (const [id, action] of Object.entries(actions)) {
          document.getElementById(id).addEventListener("click", async () => {
            if (!value("client")) return show("The id of an app client is missing.");
            show("…");
            try { show(await action()); } catch (error) { show(String(error)); }
          });
        }
        if (!window.PublicKeyCredential?.parseCreationOptionsFromJSON) show("This browser is too old for the page.");
        """

    private static let style = """
        form { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 0.5rem 1rem; align-items: center; }
        .actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
        output { display: block; min-height: 1.5rem; }
        @media (max-width: 30rem) { form { grid-template-columns: minmax(0, 1fr); } .actions button { width: 100%; } }
        """
}
