// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire

/// Knows the claims of logins whose values users can set themselves; they must decide about no role and no tag.
package protocol UserWrittenClaims: Sendable {
    /// The claims among these that a user can set before a login under this key, with any app of the provider.
    ///
    /// For a provider that this server does not run, the result is empty: its administrator knows.
    /// - Throws: the fault of a failing store.
    func claimsThatUsersWrite(
        among claims: Set<String>, provider: String
    ) async throws(ServiceFault) -> Set<String>
}

/// Knows no provider.
package struct NoUserWrittenClaims: UserWrittenClaims {
    /// Creates the value, which holds nothing.
    package init() {}

    package func claimsThatUsersWrite(
        among claims: Set<String>, provider: String
    ) async throws(ServiceFault) -> Set<String> { [] }
}
