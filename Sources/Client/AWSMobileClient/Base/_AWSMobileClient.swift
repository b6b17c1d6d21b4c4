// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

// swift-format-ignore: NoLeadingUnderscores
// Unchecked, as its superclass: it adds no state.
/// The part of the client that apps name by its subclass.
open class _AWSMobileClient: AWSCognitoCredentialsProvider, @unchecked Sendable {
    /// The client of the process.
    open class func sharedInstance() -> _AWSMobileClient { AWSMobileClient.default() }

    /// Creates a client with a configuration, in place of a file `awsconfiguration.json`.
    ///
    /// All clients of a process have one configuration: the first one.
    ///
    /// - Parameter config: the content of such a file.
    public convenience init(configuration config: [String: Any]) {
        self.init()
        if !AWSInfo.keep(config) {
            ClientLog.write("The process has a configuration; another one is ignored.")
        }
    }

    /// Whether a user is signed in, as `isSignedIn` says.
    public var isLoggedIn: Bool { session.isSignedIn }

    /// The client itself, as a source of credentials.
    public func getCredentialsProvider() -> AWSCognitoCredentialsProvider { self }
}
