// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// Writes the chunks of a response whose length is not known.
///
/// The connection counts each chunk until the client's socket has taken it, and is cut off when that takes longer than
/// a request may. A shutdown cancels the task that writes. The conformer is a connection of `GatehouseHTTP`, which is
/// above this target.
package protocol ChunkWriter: Sendable {
    /// Writes a chunk, and waits until the socket has taken it, so that a slow reader slows down the writer.
    /// - Throws: ``StreamEnded`` when the connection takes no more.
    func write(_ chunk: Data) async throws(StreamEnded)
}

/// The reason why a stream takes no more.
package enum StreamEnded: Error, Sendable {
    /// The client has gone, or reads too slowly.
    case clientGone
    /// There is no memory for the chunk.
    case noMemory
    /// The server is shutting down.
    case shuttingDown
}
