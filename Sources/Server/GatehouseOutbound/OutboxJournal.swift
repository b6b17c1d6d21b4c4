// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore

/// Keeps the messages of an outbox across restarts.
package protocol OutboxJournal: Sendable {
    /// Keeps a message behind those that are kept.
    func append(_ message: Message)

    /// Forgets all messages.
    func removeAll()
}
