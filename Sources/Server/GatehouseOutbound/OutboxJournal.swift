// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// Preserves the messages of an outbox across restarts.
package protocol OutboxJournal: Sendable {
    /// Appends a message.
    func append(_ message: Message)

    /// Deletes all messages.
    func removeAll()
}
