// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseWire
import Synchronization

/// The facts about a request that its operation needs.
package struct RequestContext: Sendable {
    /// The request's id in responses and logs.
    package let requestID: String
    /// The region of the request's signature, or the deployment's default.
    package let region: String
    package let principal: Principal
    /// Whether policies permit the operation to the principal, a role's session or a registered user; administrators
    /// need no permission.
    package let isPermitted: Bool
    /// Whether the operation reads or writes the user's account.
    package let access: OperationAccess
    /// The client's address, for rate limits and recorded events.
    package let sourceAddress: String
    /// The `User-Agent` header, for recorded events; empty if the request has none.
    package let userAgent: String
    /// The caller that the operation proves, for the log.
    package let caller: ProvenCaller

    /// Creates a context; everything but the id has a default that suits tests.
    package init(
        requestID: String, region: String = "us-east-1", principal: Principal = .anonymous,
        isPermitted: Bool = false, access: OperationAccess = .read, sourceAddress: String = "127.0.0.1",
        userAgent: String = "",
        caller: ProvenCaller = ProvenCaller()
    ) {
        self.requestID = requestID
        self.region = region
        self.principal = principal
        self.isPermitted = isPermitted
        self.access = access
        self.sourceAddress = sourceAddress
        self.userAgent = userAgent
        self.caller = caller
    }
}

/// The app client and the user of the access token that an operation has verified, for the log of a request.
///
/// The operation records them, so that the log does not parse the token again.
package final class ProvenCaller: Sendable {
    /// The names of the client and the user.
    package struct Names: Sendable, Equatable {
        /// The id of the app client.
        package let client: String
        /// The name of the user, or the user's id.
        package let user: String
        /// Whether ``user`` is the user's id, which every log may have.
        package let isID: Bool
    }

    private let recorded = Mutex<Names?>(nil)

    /// Creates the caller of a request, of which nothing is proved yet.
    package init() {}

    /// The names of the verified access token; `nil` if the request has none.
    package var names: Names? { recorded.withLock { $0 } }

    /// Records the names of an access token whose signature and rows were verified.
    package func record(client: String, user: String) {
        recorded.withLock { $0 = Names(client: client, user: user, isID: false) }
    }

    /// Records the client that has got a token in place of a user, and the id of the user.
    package func record(client: String, userID: String) {
        recorded.withLock { $0 = Names(client: client, user: userID, isID: true) }
    }
}
