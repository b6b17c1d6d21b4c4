// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation
import GatehouseTesting
import Testing

/// A browser whose user closes each page.
private struct ClosedBrowser: WebSignInPresenter {
    func present(_ page: WebSignInPage) async throws -> URL { throw CancellationError() }
}

/// An app's own presenter of web pages, with nothing but what the products declare as public.
@Suite(.ownsAmplify) struct WebSignInTests {
    @Test func `a page that the presenter reports as cancelled is cancelled for the app`() async throws {
        try Amplify.add(plugin: AWSCognitoAuthPlugin(webSignIn: ClosedBrowser()))
        let pages = AmplifyOutputsData.Auth.OAuth(
            identityProviders: [], domain: "auth.example.com", scopes: ["openid"],
            redirectSignInUri: ["http://localhost:8080/in"], redirectSignOutUri: ["http://localhost:8080/out"],
            responseType: "code")
        let auth = AmplifyOutputsData.Auth(
            awsRegion: "us-east-1", userPoolId: "us-east-1_Pages0001", userPoolClientId: "client", oauth: pages)
        try Amplify.configure(AmplifyOutputsData(auth: auth))

        do {
            _ = try await Amplify.Auth.signInWithWebUI()
            Issue.record("The user signed in.")
        } catch AuthError.service(_, _, let cause) {
            guard case .userCancelled? = cause as? AWSCognitoAuthError else {
                Issue.record("The cause is \(String(describing: cause))")
                return
            }
        }
    }
}
