// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
package import GatehouseGateway
package import GatehouseSites
package import Logging
import NIOHTTP1

/// What the connections of one socket share: their limits, and the function that responds to requests.
package struct ConnectionService: Sendable {
    /// Handles a request whose body arrives.
    package typealias Answer = @Sendable (RequestBody) async throws -> GatewayResponse

    /// What follows from the head of a request.
    package enum Reply: Sendable {
        /// The response, for which the body is not read.
        case atOnce(GatewayResponse)
        /// The function that handles the request in a task, with a body in pieces; and one that is called instead, if
        /// there is one, when the body has arrived together with the head and is short.
        case later(whole: Whole? = nil, pieces: Answer)
    }

    /// Decides about a request with its complete body, on the connection's event loop.
    package typealias Whole = @Sendable (Data) -> WholeReply

    /// What follows from a complete request.
    package enum WholeReply: Sendable {
        /// The response.
        case atOnce(GatewayResponse)
        /// The function that handles the request, in a task.
        case later(@Sendable () async -> GatewayResponse)
    }

    /// Decides about a request by its head, on the connection's event loop, for which the request has waited.
    package typealias Receive = @Sendable (GatewayRequest, LoopWait) -> Reply

    let limits: SocketLimits
    /// Whether a request's body is a file.
    let takesFile: @Sendable (_ method: String, _ path: String) -> Bool
    /// Whether a request may have a body of `length` bytes.
    let admitsBody: @Sendable (_ method: String, _ path: String, _ length: Int) -> Bool
    /// The function that is called before a connection is closed at a deadline.
    let didLapse: @Sendable () -> Void
    /// The memory for responses that clients have not taken; `nil` where all responses are short.
    let memory: BodyBudget?
    let logger: Logger
    /// The open connections and the running requests.
    let work = OpenWork()
    let executors = EventLoopExecutors()
    let receive: Receive

    /// Creates the service of a socket.
    package init(
        _ limits: SocketLimits, takesFile: @escaping @Sendable (_ method: String, _ path: String) -> Bool,
        admitsBody: @escaping @Sendable (_ method: String, _ path: String, _ length: Int) -> Bool,
        memory: BodyBudget? = nil, logger: Logger, didLapse: @escaping @Sendable () -> Void = {},
        receive: @escaping Receive
    ) {
        self.limits = limits
        self.takesFile = takesFile
        self.admitsBody = admitsBody
        self.memory = memory
        self.logger = logger
        self.didLapse = didLapse
        self.receive = receive
    }

    /// The response to a request; `nil` for a request whose body is malformed.
    func response(to body: RequestBody, by answer: Answer) async -> GatewayResponse? {
        do {
            return try await answer(body)
        } catch is HTTPParserError {
            return nil
        } catch {
            logger.debug("Unrecognised Error", metadata: ["error.type": "\(error)"])
            return GatewayResponse(status: 500)
        }
    }
}
