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

/// The calls of the surface that this version does not have yet, all in one place.
enum UnbuiltCall: String, CaseIterable {
    case signInWithWebUI

    /// The error that says so.
    var error: AuthError {
        .invalidState("\(rawValue) is not built yet.", "This version of the library does not have it; use a later one")
    }
}

extension AWSCognitoAuthPlugin {
    /// Says that a call is not built, to the app's listeners as well.
    func refuse<Answer: Sendable>(_ call: UnbuiltCall, _ event: HubPayloadEventName) throws(AuthError) -> Answer {
        let result = Result<Answer, AuthError>.failure(call.error)
        events.send(event, result)
        return try result.get()
    }
}
