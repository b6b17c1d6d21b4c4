// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The rules for guests: identities without logins, which any caller can create.
package struct GuestRules: Sendable {
    /// The time after which a guest that never received credentials or a token is deleted, in seconds; `nil` for never.
    package var unusedLifetime: TimeInterval?
    /// Counts a new guest from an address; `false` if that address has created too many.
    package var admits: @Sendable (_ address: String) -> Bool

    /// Creates the rules; without arguments, guests have no limit and remain.
    package init(
        unusedLifetime: TimeInterval? = nil, admits: @escaping @Sendable (_ address: String) -> Bool = { _ in true }
    ) {
        self.unusedLifetime = unusedLifetime
        self.admits = admits
    }
}
