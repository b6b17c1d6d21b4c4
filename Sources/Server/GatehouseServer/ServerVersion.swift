// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The release of this program.
package enum ServerVersion {
    /// The version as in the changelog: major, minor and patch number.
    package static let text = "0.1.0"
}
