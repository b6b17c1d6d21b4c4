// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify

extension Story {
    /// Signs in over SRP, after whoever an interrupted run left behind is signed out.
    func signIn() async throws {
        Report.chapter("Sign in")
        if let former = try? await Amplify.Auth.getCurrentUser() {
            Report.step("signed out first", former.username)
            _ = await Amplify.Auth.signOut()
        }
        let result = try await Amplify.Auth.signIn(
            username: username,
            password: password,
            options: .init(pluginOptions: AWSAuthSignInOptions(authFlowType: .userSRP))
        )
        try expect(result.isSignedIn, "the sign-in asks for \(result.nextStep)")
        let user = try await Amplify.Auth.getCurrentUser()
        try expect(user.username == username, "somebody else is signed in: \(user.username)")
        Report.step("signed in as", user.username)
        Report.step("user id", user.userId)
    }
}
