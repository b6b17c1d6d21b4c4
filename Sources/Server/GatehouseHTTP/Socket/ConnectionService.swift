// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGateway
import GatehouseSites
package import Logging
import NIOHTTP1

/// What the connections of one socket share: their limits, and the door that responds to requests.
///
/// Each request has a task with a reference to it.
package final class ConnectionService: Sendable {
    let limits: SocketLimits
    let door: any Door
    /// The function that is called before a connection is closed at a deadline.
    let didLapse: @Sendable () -> Void
    let logger: Logger
    /// The open connections and the running requests.
    let work = OpenWork()
    let executors = EventLoopExecutors()

    /// Creates the service of a socket.
    package init(
        _ limits: SocketLimits, door: any Door, logger: Logger, didLapse: @escaping @Sendable () -> Void = {}
    ) {
        self.limits = limits
        self.door = door
        self.logger = logger
        self.didLapse = didLapse
    }

    /// The memory for what clients have not taken; `nil` where all responses are short.
    var memory: BodyBudget? { door.bodies }

    /// The response to a request whose body arrives in pieces; `nil` for a malformed body.
    func response(to trip: Trip, receiving body: RequestBody) async -> GatewayResponse? {
        do {
            return try await door.respond(to: trip, receiving: body)
        } catch is HTTPParserError {
            return nil
        } catch {
            logger.debug("Unrecognised Error", metadata: ["error.type": "\(error)"])
            return GatewayResponse(status: 500)
        }
    }
}
