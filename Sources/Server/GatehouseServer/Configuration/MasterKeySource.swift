// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The place from which the server reads its master key.
package enum MasterKeySource: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// The key itself, from the environment.
    case text(String)
    /// A file that a setting names; other users must not be able to read it.
    case file(String)
    /// The file in the data folder, which the first start of `dev` creates; other users must not be able to read it.
    case usualFile(String)

    /// Contains the kind and path; never a key.
    package var description: String {
        switch self {
        case .text: "text"
        case .file(let path), .usualFile(let path): "file \(path)"
        }
    }

    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
