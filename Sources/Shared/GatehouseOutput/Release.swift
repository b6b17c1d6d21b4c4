// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The release of the project's programs.
package enum Release {
    /// The version as in the changelog: major, minor and patch number.
    package static let version = "0.1.0"
}
