// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What one client, and all clients together, may ask of the socket.
package struct SocketLimits: Sendable, Equatable {
    /// How long a request may take to arrive in full, a TLS handshake included, and its answer to be taken.
    package var requestTimeout: Duration
    /// How long a request may take to arrive whose body is a file.
    package var fileTimeout: Duration
    /// How long a connection may rest between two requests, the next one's head included.
    package var idleTimeout: Duration
    /// How long a request that is still arriving may take to be complete once the server ends.
    package var shutdownGrace: Duration
    /// How many bytes the fields of a request's head may have together.
    package var maximumHeaderSize: Int
    /// How many connections may be open at once.
    package var maximumConnections: Int
    /// How many of them may come from one address; trusted proxies may have more.
    package var maximumConnectionsPerAddress: Int

    /// Creates limits; the defaults are those of a server in earnest.
    package init(
        requestTimeout: Duration = .seconds(30), fileTimeout: Duration = .seconds(900),
        idleTimeout: Duration = .seconds(75), shutdownGrace: Duration = .seconds(2), maximumHeaderSize: Int = 32_768,
        maximumConnections: Int = 10_000, maximumConnectionsPerAddress: Int = 500
    ) {
        self.requestTimeout = requestTimeout
        self.fileTimeout = fileTimeout
        self.idleTimeout = idleTimeout
        self.shutdownGrace = shutdownGrace
        self.maximumHeaderSize = maximumHeaderSize
        self.maximumConnections = maximumConnections
        self.maximumConnectionsPerAddress = maximumConnectionsPerAddress
    }
}
