// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Amplify
import GatehouseSession

extension AWSCognitoAuthPlugin {
    /// The present session, refreshed if need be: an `AWSAuthCognitoSession`.
    ///
    /// Also returns for guests, and for users who are signed out, expired or offline; each missing part has an error.
    public func fetchAuthSession(options: AuthFetchSessionRequest.Options? = nil) async throws -> any AuthSession {
        let session = await session(force: options?.forceRefresh ?? false)
        events.send(HubPayload.EventName.Auth.fetchSessionAPI, Result<any AuthSession, AuthError>.success(session))
        if session.isExpired { events.send(.sessionExpired) }
        return session
    }

    private func session(force: Bool) async -> AWSAuthCognitoSession {
        do throws(AuthError) {
            let engine = try engine
            if !force, let report = engine.freshSession { return AWSAuthCognitoSession(report) }
            return AWSAuthCognitoSession(await uninterrupted { await engine.fetchSession(force: force) })
        } catch {
            return AWSAuthCognitoSession(missing: error)
        }
    }
}
