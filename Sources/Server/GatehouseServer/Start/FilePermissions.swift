// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The permissions of a file with secrets for the users of this machine.
///
/// Symbolic links are resolved, because their own permissions have no effect.
struct FilePermissions {
    private let bits: Int

    /// Reads the permissions; `nil` if they cannot be read.
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
