// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseWire

extension ClientFiles.UserPool {
    /// The hosted pages in the files of clients.
    struct HostedPages {
        /// The name of a custom domain, else the address of a prefix domain.
        let domain: String
        let scopes: [String]
        /// The redirect URIs; an app uses the first one.
        let signIn: [String]
        let signOut: [String]
        let providers: [String]

        /// The object `auth.oauth` of generation 2.
        var outputs: WireValue {
            [
                "domain": .string(domain), "scopes": .strings(scopes), "identity_providers": .strings(providers),
                "redirect_sign_in_uri": .strings(signIn), "redirect_sign_out_uri": .strings(signOut),
                "response_type": "code",
            ]
        }

        /// The object `Auth.Default.OAuth` of generation 1.
        func configuration(of client: UserPoolClientType) -> WireValue {
            var values: [WireName: WireValue] = [
                "WebDomain": .string(domain), "AppClientId": .string(client.clientId ?? ""),
                "Scopes": .strings(scopes),
            ]
            values["AppClientSecret"] = client.clientSecret.map { .string($0) }
            values["SignInRedirectURI"] = signIn.first.map { .string($0) }
            values["SignOutRedirectURI"] = signOut.first.map { .string($0) }
            return .object(values)
        }
    }

    /// The pages on which users of the client sign in; `nil` if the pool has no domain, or the client lacks the flow
    /// `code` or a redirect URI for sign-ins or sign-outs.
    var hostedPages: HostedPages? {
        guard let domain = pagesDomain, client.allowedOAuthFlowsUserPoolClient == true,
            client.allowedOAuthFlows?.contains(.code) == true, let callbacks = client.callbackURLs, !callbacks.isEmpty,
            let logouts = client.logoutURLs, !logouts.isEmpty
        else { return nil }
        let standard = client.defaultRedirectURI.map { [$0] } ?? []
        return HostedPages(
            domain: domain,
            scopes: client.allowedOAuthScopes ?? [],
            signIn: standard + callbacks.filter { !standard.contains($0) },
            signOut: logouts,
            providers: (client.supportedIdentityProviders ?? []).compactMap { Self.providerNames[$0] }
        )
    }

    /// The names of the social providers in Amplify.
    private static let providerNames = [
        "Google": "GOOGLE", "Facebook": "FACEBOOK", "LoginWithAmazon": "LOGIN_WITH_AMAZON",
        "SignInWithApple": "SIGN_IN_WITH_APPLE",
    ]
}
