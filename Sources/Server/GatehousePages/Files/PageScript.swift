// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The only script of the pages.
///
/// A form with `data-passkey` shows its button, and sends the authenticator's response to the options in `data-options`
/// in its field `credential`. A form with `data-send` is sent at once.
enum PageScript {
    static let text = #"""
        "use strict";
        (() => {
          const bytes = (text) => {
            const base64 = text.replace(/-/g, "+").replace(/_/g, "/");
            return Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
          };
          const text = (buffer) => {
            const binary = Array.from(new Uint8Array(buffer), (b) => String.fromCharCode(b)).join("");
            return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
          };
          const withBytes = (list) => (list || []).map((item) => ({ ...item, id: bytes(item.id) }));

          const create = async (options) => {
            const publicKey = {
              ...options,
              challenge: bytes(options.challenge),
              user: { ...options.user, id: bytes(options.user.id) },
              excludeCredentials: withBytes(options.excludeCredentials),
            };
            const credential = await navigator.credentials.create({ publicKey });
            const response = credential.response;
            return json(credential, {
              attestationObject: text(response.attestationObject),
              transports: response.getTransports ? response.getTransports() : [],
            });
          };

          const get = async (options) => {
            const publicKey = {
              ...options,
              challenge: bytes(options.challenge),
              allowCredentials: withBytes(options.allowCredentials),
            };
            const credential = await navigator.credentials.get({ publicKey });
            const response = credential.response;
            return json(credential, {
              authenticatorData: text(response.authenticatorData),
              signature: text(response.signature),
              userHandle: response.userHandle ? text(response.userHandle) : undefined,
            });
          };

          const json = (credential, response) => JSON.stringify({
            id: credential.id,
            rawId: text(credential.rawId),
            type: credential.type,
            authenticatorAttachment: credential.authenticatorAttachment || undefined,
            clientExtensionResults: {},
            response: { clientDataJSON: text(credential.response.clientDataJSON), ...response },
          });

          const show = (id, isShown) => {
            const element = document.getElementById(id);
            if (element) element.hidden = !isShown;
          };

          for (const form of document.querySelectorAll("form[data-passkey]")) {
            show("needs-script", false);
            if (!window.PublicKeyCredential || !navigator.credentials) {
              show("unsupported", true);
              continue;
            }
            const button = form.querySelector("[data-start]");
            button.hidden = false;
            form.addEventListener("submit", async (event) => {
              if (event.submitter !== button) return;
              event.preventDefault();
              show("failed", false);
              button.disabled = true;
              try {
                const options = JSON.parse(form.dataset.options);
                const answer = form.dataset.passkey === "create" ? create(options) : get(options);
                form.elements.namedItem("credential").value = await answer;
                form.submit();
              } catch (error) {
                console.info(error.name);
                show("failed", true);
                button.disabled = false;
              }
            });
          }

          const form = document.querySelector("form[data-send]");
          if (form) form.submit();
        })();

        """#
}
