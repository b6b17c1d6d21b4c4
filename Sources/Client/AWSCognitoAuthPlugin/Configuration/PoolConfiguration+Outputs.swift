// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify

extension PoolConfiguration {
    /// Reads generation 2 values: `amplify_outputs.json`.
    ///
    /// - Throws: `AuthError.configuration` when there is no `auth` object.
    init(_ outputs: AmplifyOutputsData) throws(AuthError) {
        guard let auth = outputs.auth else {
            throw .configuration(
                "The configuration has no auth object",
                "Add auth with aws_region, user_pool_id and user_pool_client_id to amplify_outputs.json"
            )
        }
        let region = Setting(key: "auth.aws_region", value: auth.awsRegion)
        self.init(
            userPool: UserPool(
                id: Setting(key: "auth.user_pool_id", value: auth.userPoolId),
                clientID: Setting(key: "auth.user_pool_client_id", value: auth.userPoolClientId),
                region: region,
                endpoint: auth.userPoolEndpoint.map { Setting(key: "auth.user_pool_endpoint", value: $0) }
            ),
            identityPool: auth.identityPoolId.map { id in
                IdentityPool(
                    id: Setting(key: "auth.identity_pool_id", value: id),
                    region: region,
                    endpoint: auth.identityPoolEndpoint.map { Setting(key: "auth.identity_pool_endpoint", value: $0) }
                )
            },
            pages: auth.oauth.flatMap { Pages($0, clientID: auth.userPoolClientId) },
            endpoint: auth.endpoint.map { Setting(key: "auth.endpoint", value: $0) },
            allowsInsecureEndpoint: auth.allowsInsecureEndpoint ?? false,
            permission: "auth.allows_insecure_endpoint"
        )
    }
}

extension PoolConfiguration.Pages {
    /// The first redirect URI of each kind counts; nil without one.
    fileprivate init?(_ oauth: AmplifyOutputsData.Auth.OAuth, clientID: String) {
        guard let signIn = oauth.redirectSignInUri.first, let signOut = oauth.redirectSignOutUri.first else {
            return nil
        }
        self.init(
            domain: PoolConfiguration.Setting(key: "auth.oauth.domain", value: oauth.domain),
            clientID: PoolConfiguration.Setting(key: "auth.user_pool_client_id", value: clientID),
            signInRedirect: PoolConfiguration.Setting(key: "auth.oauth.redirect_sign_in_uri", value: signIn),
            signOutRedirect: PoolConfiguration.Setting(key: "auth.oauth.redirect_sign_out_uri", value: signOut),
            scopes: oauth.scopes
        )
    }
}
