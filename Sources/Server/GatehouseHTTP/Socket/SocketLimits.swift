// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseSites

/// The limits for connections, for each client and for all clients together.
package struct SocketLimits: Sendable, Equatable {
    /// The longest time for a complete request, including a TLS handshake, and for the client to read the response.
    package var requestTimeout: Duration
    /// The longest time for a complete request whose body is a file.
    package var fileTimeout: Duration
    /// The longest time between two requests, including the head of the second one.
    package var idleTimeout: Duration
    /// The longest time for the rest of an incomplete request during a shutdown.
    package var shutdownGrace: Duration
    /// The largest size of all header fields together, in bytes.
    package var maximumHeaderSize: Int
    /// The largest number of open connections.
    package var maximumConnections: Int
    /// The largest number of open connections from one address; trusted proxies are exempt.
    package var maximumConnectionsPerAddress: Int
    /// The number of open connections with which the socket accepts no more, because the process may not open more
    /// files.
    package var maximumDescriptors = Int.max

    /// The limits of the streams and WebSockets on these connections.
    package var streams: StreamLimits {
        StreamLimits(ofConnections: maximumConnections, perAddress: maximumConnectionsPerAddress)
    }

    /// Creates limits; the defaults are those for production.
    package init(
        requestTimeout: Duration = .seconds(30), fileTimeout: Duration = .seconds(900),
        idleTimeout: Duration = .seconds(75), shutdownGrace: Duration = .milliseconds(6_500),
        maximumHeaderSize: Int = 32_768, maximumConnections: Int = 10_000, maximumConnectionsPerAddress: Int = 500
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
