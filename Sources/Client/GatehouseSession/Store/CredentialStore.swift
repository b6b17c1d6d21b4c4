// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Where a client keeps what must survive a restart.
///
/// An item is there as it was last written, or not at all: a crash in the middle of a write leaves the old item.
package protocol CredentialStore: Sendable {
    /// Tells stores apart within a process; two values that reach the same items have the same name.
    var name: String { get }

    /// Reads an item.
    func read(_ key: String) -> StoreAnswer

    /// Writes an item in place of the old one; when the call returns, the item is on disk.
    func write(_ data: Data, for key: String) throws(StoreError)

    /// Removes an item; an absent item is no error.
    func remove(_ key: String) throws(StoreError)
}

/// The three answers of a store.
///
/// Only `absent` means that there is nothing.
package enum StoreAnswer: Sendable, Equatable {
    case found(Data)
    case absent
    case unreadable(StoreError)
}
