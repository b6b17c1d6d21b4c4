// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// Signs out.
    ///
    /// The result is an `AWSCognitoSignOutResult`.
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
