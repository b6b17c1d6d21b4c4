// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify

extension Story {
    /// Signs out on all devices, and looks at what is left.
    func signOut() async throws {
        Report.chapter("Sign out")
        let result = await Amplify.Auth.signOut(options: .init(globalSignOut: true))
        guard case .complete = result as? AWSCognitoSignOutResult else {
            throw Unexpected("the sign-out ended with \(result)")
        }
        Report.step("everywhere", "done")

        let session = try await Amplify.Auth.fetchAuthSession()
        try expect(!session.isSignedIn, "somebody is still signed in")
        guard let provider = session as? any AuthCognitoTokensProvider,
            case .failure(let error) = provider.getCognitoTokens()
        else { throw Unexpected("there are still tokens") }
        Report.step("session", "nobody is signed in")
        Report.step("tokens", error.errorDescription)
    }
}
