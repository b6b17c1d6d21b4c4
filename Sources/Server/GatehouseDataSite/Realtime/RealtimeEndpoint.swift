// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseGraphQL
import GatehouseSites
import GatehouseText
import GatehouseWire

/// Serves the connections of `graphql-ws`, each of which holds a reference to it and not a copy.
final class RealtimeEndpoint: Sendable {
    /// The label of connections in logs and metrics.
    static let label = "graphql-realtime"
    /// The subprotocol, which a client must offer.
    static let subprotocol = "graphql-ws"

    let data: DataEndpoint
    let deployment: Deployment
    let clock: WallClock
    let times: RealtimeTimes
    /// Waits for a time.
    let pause: @Sendable (Duration) async throws -> Void

    init(
        data: DataEndpoint, deployment: Deployment, clock: WallClock, times: RealtimeTimes,
        pause: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.data = data
        self.deployment = deployment
        self.clock = clock
        self.times = times
        self.pause = pause
    }

    /// The handler of a route.
    var handler: SocketHandler {
        SocketHandler(
            subprotocols: [Self.subprotocol], shutdownStatus: .connectAnew("The server is shutting down."),
            refusal: { await self.refusal(of: $0) },
            serve: { trip, socket in await RealtimeConnection(socket, self, trip).serve() })
    }

    /// The refusal of a connection in HTTP: only where there is nothing to connect to.
    ///
    /// A connection without valid credentials is opened, because clients find the reason in a message.
    private func refusal(of trip: Trip) async -> Outcome? {
        do throws(RequestRefusal) {
            guard trip.request.tokens(of: "Sec-WebSocket-Protocol").contains(Self.subprotocol) else {
                throw RequestRefusal(400, "UnsupportedOperation", "Offer the subprotocol \(Self.subprotocol).")
            }
            _ = try await data.served(DataAddress(of: trip))
            return nil
        } catch {
            return Outcome(error.response, operation: Self.label, code: error.errorType, cause: error.cause)
        }
    }

    /// The address of an endpoint as clients know it.
    func publicURL(_ address: DataAddress) -> String { deployment.dataEndpoint(address.id) }
}

/// The times of connections, and how often their clients subscribe.
package struct RealtimeTimes: Sendable {
    /// The time in which a client must say that it is ready.
    package var initialization = Duration.seconds(30)
    /// The time for which a refused connection stays open for the first message of its client.
    package var refusal = Duration.seconds(5)
    /// The time between two messages that the connection is alive.
    package var keepAlive = Duration.seconds(60)
    /// The time between two checks of the callers of subscriptions: a subscription ends within five seconds after what
    /// authorized it.
    ///
    /// A function is called when a subscription starts, as AppSync does it, and not again: its subscriptions end with
    /// the connection, or with a change of the API.
    package var check = Duration.seconds(3)
    /// The longest life of a connection.
    package var life = Duration.seconds(24 * 3_600)
    /// The time in seconds after the expiry of a token at which its subscriptions end: clients renew tokens in it.
    package var grace: TimeInterval = 60
    /// The starts of one connection: all subscriptions of a connection may begin, and begin anew, at once.
    package var starts = RequestRate(perSecond: 100, burst: 200)

    /// Creates the times of a server.
    package init() {}
}
