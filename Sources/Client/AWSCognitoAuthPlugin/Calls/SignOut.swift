// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Signs out.
    ///
    /// A user who signed in on the hosted pages sees the logout page first, unless the browser showed the pages privately;
    /// no other user sees a browser. If the user cancels, or the page cannot be shown, the result is `.failed` and the
    /// user stays signed in. If the page fails in another way, or the browser does not return within two minutes, the
    /// sign-out continues.
    ///
    /// The result is an `AWSCognitoSignOutResult`. A sign-in that waits for an answer, or for a user at an
    /// authenticator, is abandoned, even if `resumesAfterRestart` keeps it for the next process: the result is
    /// `.complete`, no request is sent, and `confirmSignIn` then throws `.invalidState`. Amplify returns
    /// `.failed(.invalidState)` in this case and keeps the challenge; then an app could leave a step only by beginning
    /// another sign-in, and the stored state of the former sign-in would remain.
    public func signOut(options: AuthSignOutRequest.Options? = nil) async -> any AuthSignOutResult {
        let result = await PresentationAnchor.$current.withValue(options?.presentationAnchorForWebUI) {
            await signOutResult(global: options?.globalSignOut ?? false)
        }
        events.send(HubPayload.EventName.Auth.signOutAPI, result)
        if result.signedOutLocally { events.send(.signedOut) }
        return result
    }

    private func signOutResult(global: Bool) async -> AWSCognitoSignOutResult {
        do throws(AuthError) {
            let engine = try engine
            return AWSCognitoSignOutResult(await uninterrupted { await engine.signOut(global: global) })
        } catch {
            return .failed(error)
        }
    }
}

extension AWSCognitoAuthPlugin {
    /// Deletes the signed-in user, and with it the session.
    ///
    /// - Throws: `AuthError`; then the session stays, unless the user no longer exists.
    public func deleteUser() async throws {
        try await run(HubPayload.EventName.Auth.deleteUserAPI, .leaving) { engine throws(SessionError) in
            try await engine.deleteUser()
        } answer: {
        }
        events.send(.userDeleted)
    }
}
