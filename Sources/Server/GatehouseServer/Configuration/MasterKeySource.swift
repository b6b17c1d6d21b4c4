// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Where the master key comes from.
package enum MasterKeySource: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The key itself, as the environment gives it.
    case text(String)
    /// A file that a setting names; other users may not read it.
    case file(String)
    /// The file in the data folder, which the first start of `dev` makes; other users may not read it.
    case usualFile(String)

    /// Never shows a key.
    package var description: String {
        switch self {
        case .text: "text"
        case .file(let path), .usualFile(let path): "file \(path)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
