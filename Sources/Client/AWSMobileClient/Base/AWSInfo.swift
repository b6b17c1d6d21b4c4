// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import Synchronization

// Unchecked, because the class is open to apps and derives from NSObject: it has no state of its own.
/// The configuration of the process.
open class AWSInfo: NSObject, @unchecked Sendable {
    private static let present = AWSInfo()
    private static let root = Mutex<AppOwned<[String: Any]>?>(nil)

    /// The configuration of the process.
    open class func `default`() -> AWSInfo { present }

    /// Gives the configuration, in place of a file `awsconfiguration.json`, before anything else is called.
    ///
    /// - Parameter config: the content of such a file.
    open class func configureDefaultAWSInfo(_ config: [String: Any]) {
        root.exchange(AppOwned(config))
    }

    /// The configuration as a dictionary; empty without one.
    open var rootInfoDictionary: [String: Any] { Self.configured ?? [:] }

    /// The configuration that the app gave or that was found; nil before either.
    package static var configured: [String: Any]? { root.withLock { $0 }?.value }

    /// Keeps a configuration, unless there is one.
    ///
    /// - Returns: whether it was kept.
    @discardableResult
    package static func keep(_ config: [String: Any]) -> Bool {
        let config = AppOwned(config)
        return root.withLock { root in
            guard root == nil else { return false }
            root = config
            return true
        }
    }

    /// Forgets the configuration, for tests.
    package static func forget() {
        root.exchange(nil)
    }
}
