// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Which users of this machine may use a file that holds secrets.
///
/// Symbolic links are followed: their own permissions mean nothing.
struct FilePermissions {
    private let bits: Int

    /// Reads the permissions; `nil` where they cannot be read.
    init?(ofFile path: String) {
        let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: target)
        guard let bits = (attributes?[.posixPermissions] as? NSNumber)?.intValue else { return nil }
        self.bits = bits
    }

    /// Whether only the owner and the file's group may use it.
    var isForGroup: Bool { bits & 0o007 == 0 }

    /// Whether only the owner may use it.
    var isForOwner: Bool { bits & 0o077 == 0 }
}
