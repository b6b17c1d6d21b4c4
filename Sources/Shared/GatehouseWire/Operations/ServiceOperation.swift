// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// An operation of a service, with the types of its input and output.
package protocol ServiceOperation: Sendable {
    /// The request.
    associatedtype Input: WireStructure
    /// The response.
    associatedtype Output: WireStructure
    /// The operation's name on the wire.
    static var name: String { get }
    /// The service that offers it.
    static var service: ServiceIdentity { get }
    /// Whether a caller needs AWS credentials.
    static var isSigned: Bool { get }
}
