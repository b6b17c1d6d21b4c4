// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import Foundation

// An app of the AWS Mobile SDK, in the language mode of its time. It prints 1 for each statement that holds.

/// An extension of such an app, to show its users the messages of errors.
extension AWSMobileClientError: @retroactive LocalizedError {
    /// The text that users read.
    public var errorDescription: String? { "Sorry: \(message)" }
}

@main
enum MobileApp {
    static func main() {
        let error: Error = AWSMobileClientError.userNotFound(message: "no such user")
        check(error.localizedDescription == "Sorry: no such user")
        check((error as NSError).code == 23)
        check((error as NSError).domain == "AWSMobileClient.AWSMobileClientError")
        check(AWSMobileClient.default() == AWSMobileClient.default().getCredentialsProvider())
        check(AWSMobileClient.default().currentUserState == .unknown)
        check(!AWSMobileClient.default().isSignedIn)
    }

    private static func check(_ holds: Bool) {
        print(holds ? 1 : 0)
    }
}
