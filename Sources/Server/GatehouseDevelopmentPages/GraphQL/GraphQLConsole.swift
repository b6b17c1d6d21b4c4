// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// What the page about data APIs asks of the server; all data is JSON that the page's script writes and reads.
///
/// A port: the site of data APIs conforms in the house.
package protocol GraphQLConsole: Sendable {
    /// The APIs, their models, the warnings about their schemas and the callers to choose.
    /// - Throws: The error of the store.
    func description() async throws -> Data

    /// The schema of an API as the answer to an introspection; `nil` for an API without one.
    /// - Throws: The error of the store.
    func schema(ofAPI id: String) async throws -> Data?

    /// The answer to a request in the place of a caller.
    /// - Throws: The error of the store.
    func send(_ body: Data) async throws -> Data

    /// Writes a line for the start of a subscription, for each event, and for the end.
    /// - Throws: The error of the store, or what `write` throws.
    func listen(_ body: Data, _ write: (Data) async throws -> Void) async throws
}
