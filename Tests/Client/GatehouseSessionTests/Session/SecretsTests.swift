// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Testing

@Suite struct SecretsTests {
    @Test func `values with secrets do not print them`() throws {
        let tokens = UserPoolTokens(idToken: "hush-id", accessToken: "hush-access", refreshToken: "hush-refresh")
        let credentials = AWSCredentials(
            accessKeyID: "AKIA",
            secretAccessKey: "hush-secret",
            sessionToken: "hush-session",
            expiration: .distantFuture
        )
        let identity = GrantedIdentity(identityID: "id", credentials: credentials)
        let user = SignedInUser(
            tokens: tokens,
            typedUsername: "ada",
            method: .api(flow: .userSRP),
            signedInAt: .distantPast
        )
        let login = FederatedLogin(provider: "google", token: "hush-google")
        let pages = ProviderTokens(
            accessToken: "hush-access", idToken: "hush-id", refreshToken: "hush-refresh", expiration: .distantFuture)
        let values: [Any] = [
            pages, FederatedLogin(provider: "p", token: "hush-id", pages: pages),
            tokens, credentials, identity, user, login, ClientSecret("hush-client"),
            SessionRecord.userAndIdentityPool(user: user, identity: identity),
            SessionRecord.federated(login: login, identity: identity),
            SignOutTrouble(token: "hush-token", error: .signedOut),
            SignUpOutcome(nextStep: .completeAutoSignIn(session: "hush-session"), userID: nil),
            TOTPSetup(sharedSecret: "hush-secret", username: "ada"),
            SignInStep.continueSignInWithTOTPSetup(TOTPSetup(sharedSecret: "hush-secret", username: "ada")),
            RememberedDevice(deviceKey: "key", groupKey: "group", secret: "hush-device"),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("hush")) }
        }
    }

    @Test func `a configuration without pools, or with an empty id, is refused`() {
        #expect(throws: SessionError.self) { try SessionConfiguration(userPool: nil) }
        #expect(throws: SessionError.self) { try UserPoolConfiguration(poolID: "", clientID: "c", region: "us-east-1") }
        #expect(throws: SessionError.self) {
            try UserPoolConfiguration(poolID: "u_1", clientID: "", region: "us-east-1")
        }
        #expect(throws: SessionError.self) {
            try UserPoolConfiguration(poolID: "u_1", clientID: "c", region: "no region")
        }
        #expect(throws: SessionError.self) { try IdentityPoolConfiguration(poolID: "", region: "us-east-1") }
    }
}
