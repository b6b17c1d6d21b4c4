// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A user's life with an app, from sign-up to sign-out, told step by step.
///
/// ```
/// swift run SignIn .gatehouse/amplify_outputs.json http://localhost:9229/dev/outbox
/// ```
///
/// Ends with status 0 if every step went as it should, and with 1 and a message if one did not.
@main
struct SignIn {
    static func main() async {
        do {
            let arguments = try Arguments(CommandLine.arguments.dropFirst())
            try await Story(arguments).tell()
            print("\nAll went well.")
        } catch {
            FileHandle.standardError.write(Data("\nSignIn: \(error)\n".utf8))
            exit(error is Arguments.Missing ? 64 : 1)
        }
    }
}
