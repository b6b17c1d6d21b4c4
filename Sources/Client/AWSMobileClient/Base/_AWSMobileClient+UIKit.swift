// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

#if canImport(UIKit) && !os(watchOS)
import Dispatch
public import Foundation
public import UIKit

// Providers of the system's own took part in an app's start and redirects by these calls. There are none, so nothing
// stands against what the app does.
extension _AWSMobileClient {
    /// Returns true.
    public func interceptApplication(
        _ application: UIApplication, open url: URL, sourceApplication: String?, annotation: Any
    ) -> Bool {
        true
    }

    /// Returns true.
    public func interceptApplication(
        _ application: UIApplication, didFinishLaunchingWithOptions launchOptions: [AnyHashable: Any]?
    ) -> Bool {
        true
    }

    /// Returns true, and calls the completion later.
    public func interceptApplication(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [AnyHashable: Any]?,
        resumeSessionWithCompletionHandler completionHandler: @escaping (Any, any Error) -> Void
    ) -> Bool {
        let (completion, client) = (AppOwned(completionHandler), self)
        DispatchQueue.global().async {
            completion.value(client, AWSMobileClientError.notSignedIn(message: "No provider's session is resumed."))
        }
        return true
    }
}
#endif
