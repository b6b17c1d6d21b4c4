// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient

/// What happens to a request of a device on its way.
package enum NetworkTrouble: Sendable {
    /// The connection breaks before the server has the request.
    case requestLost
    /// The server acts on the request, and the connection breaks before the answer arrives.
    case answerLost
    /// The server acts on the request, and half of the answer arrives.
    case answerCut
    /// The server does not get the request, and the connection stays until the caller ends it.
    case noAnswer
    /// The server gets the request twice; the first answer arrives.
    case doubled
    /// Another server answers, such as a proxy.
    case answered(TransportResponse)
    /// Other tasks run before the server gets the request, a number of times.
    case late(turns: Int)
}

/// Decides what happens to a request; nil if nothing does.
package typealias NetworkTroubles = @Sendable (TransportRequest) -> NetworkTrouble?

/// Sees each request before it reaches the server, and returns what sees the server's answer, whether or not it arrives.
///
/// Copies that the network makes are left out.
package typealias NetworkWitness = @Sendable (TransportRequest) -> @Sendable (TransportResponse) -> Void
