// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation

extension Story {
    /// Fetches the session, uses its credentials, and has everything renewed.
    func session() async throws {
        Report.chapter("Session")
        let before = try await parts(of: Amplify.Auth.fetchAuthSession())
        show(before)
        if let credentials = before.credentials {
            let caller = try await CallerIdentity(of: credentials, in: auth)
            try expect(caller.arn.contains(":assumed-role/"), "the credentials are not a role's: \(caller.arn)")
            Report.step("caller", caller.arn)
        }

        Report.chapter("Session, forced to refresh")
        let after = try await parts(of: Amplify.Auth.fetchAuthSession(options: .forceRefresh()))
        show(after)
        try expect(after.tokens.accessToken != before.tokens.accessToken, "the access token has not changed")
        try expect(after.tokens.idToken != before.tokens.idToken, "the id token has not changed")
        try expect(after.identityID == before.identityID, "the identity has changed")
        if let former = before.credentials {
            try expect(after.credentials?.accessKeyId != former.accessKeyId, "the credentials have not changed")
        }
        Report.step("tokens", "renewed")
    }

    private struct Parts {
        let tokens: any AuthCognitoTokens
        let userSub: String
        let identityID: String?
        let credentials: (any AWSTemporaryCredentials)?
    }

    /// The session's parts, taken from it in the way of the documentation: by the protocols that it conforms to.
    private func parts(of session: any AuthSession) throws -> Parts {
        guard session.isSignedIn, let tokens = session as? any AuthCognitoTokensProvider,
            let identity = session as? any AuthCognitoIdentityProvider,
            let credentials = session as? any AuthAWSCredentialsProvider
        else { throw Unexpected("the session is not that of a signed-in user") }
        let hasIdentityPool = auth.identityPoolId != nil
        return Parts(
            tokens: try tokens.getCognitoTokens().get(),
            userSub: try identity.getUserSub().get(),
            identityID: hasIdentityPool ? try identity.getIdentityId().get() : nil,
            credentials: hasIdentityPool
                ? try credentials.getAWSCredentials().get() as? any AWSTemporaryCredentials : nil
        )
    }

    private func show(_ parts: Parts) {
        Report.step("user sub", parts.userSub)
        Report.step("id token", Report.hint(of: parts.tokens.idToken))
        Report.step("access token", Report.hint(of: parts.tokens.accessToken))
        Report.step("refresh token", Report.hint(of: parts.tokens.refreshToken))
        Report.step("identity id", parts.identityID ?? "none")
        if let credentials = parts.credentials {
            Report.step("access key", credentials.accessKeyId)
            Report.step("session token", Report.hint(of: credentials.sessionToken))
            Report.step("valid until", credentials.expiration.formatted(.iso8601))
        }
    }
}
