// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify

// The calls about signing in that are not built yet; `UnbuiltCall` lists them all.
extension AWSCognitoAuthPlugin {
    /// Not built yet.
    public func signInWithWebUI(
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthWebUISignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        try refuse(.signInWithWebUI, HubPayload.EventName.Auth.webUISignInAPI)
    }

    /// Not built yet.
    public func signInWithWebUI(
        for authProvider: AuthProvider,
        presentationAnchor: AuthUIPresentationAnchor? = nil,
        options: AuthWebUISignInRequest.Options? = nil
    ) async throws -> AuthSignInResult {
        try refuse(.signInWithWebUI, HubPayload.EventName.Auth.socialWebUISignInAPI)
    }
}
