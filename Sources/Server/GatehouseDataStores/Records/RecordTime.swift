// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

extension Date {
    /// The time in milliseconds since 1970, as records have it.
    package var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }
}
