// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Signs out.
    ///
    /// The result is an `AWSCognitoSignOutResult`. While a sign-in waits for an answer, or for a user at an
    /// authenticator, it is abandoned, also one that `resumesAfterRestart` keeps for the next process: the result is
    /// `.complete`, no request is made, and `confirmSignIn` throws `.invalidState` from then on. The original returns
    /// `.failed(.invalidState)` there and keeps the challenge; then an app could leave a step only by beginning another
    /// sign-in, and what was stored of the former one would stay.
    public func signOut(options: AuthSignOutRequest.Options? = nil) async -> any AuthSignOutResult {
        let result = await signOutResult(global: options?.globalSignOut ?? false)
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
