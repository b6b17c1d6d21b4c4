// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Where the master key comes from.
package enum MasterKeySource: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The key itself, as the environment gives it.
    case text(String)
    /// A file that only its owner may read.
    case file(String)

    /// Never shows a key.
    package var description: String {
        switch self {
        case .text: "text"
        case .file(let path): "file \(path)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
