// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// A plugin that says which version it is.
public protocol AmplifyVersionable {
    /// The version, such as `1.4.2`.
    var version: String { get }
}

extension AmplifyVersionable where Self: AnyObject {
    /// The version of the bundle that holds the type; `Not Available` where programs have no bundles.
    public var version: String {
        let version = Bundle(for: type(of: self)).object(forInfoDictionaryKey: "CFBundleShortVersionString")
        return version as? String ?? "Not Available"
    }
}

extension AWSHubPlugin: AmplifyVersionable {}
extension AWSUnifiedLoggingPlugin: AmplifyVersionable {}
