// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import Foundation

/// Signs in over SRP with the configuration, the user and the password of its arguments, and prints the milliseconds that
/// `signIn` took.
@main struct FirstSignIn {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4 else {
            throw AuthError.validation("arguments", "Expected: OUTPUTS USERNAME PASSWORD", "Pass three arguments")
        }
        try Amplify.add(plugin: AWSCognitoAuthPlugin())
        try Amplify.configure(with: .data(Data(contentsOf: URL(filePath: arguments[1]))))
        var result: AuthSignInResult?
        let time = try await ContinuousClock().measure {
            result = try await Amplify.Auth.signIn(username: arguments[2], password: arguments[3])
        }
        guard result?.isSignedIn == true else {
            throw AuthError.unknown("The sign-in is not complete: \(String(describing: result?.nextStep))")
        }
        print(time / .milliseconds(1))
    }
}
