// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient
import GatehouseCrypto

/// The user pool and the app client for sign-ins.
package struct UserPoolConfiguration: Sendable {
    /// The id of the user pool, such as `us-east-1_Ab1Cd2Ef3`.
    package let poolID: String
    /// The configuration key that held the id, for messages.
    private let poolIDKey: String
    /// The id of the app client.
    package let clientID: String
    package let clientSecret: ClientSecret?
    /// The AWS region of the pool.
    package let region: String
    package let endpoint: Endpoint
    /// The flow of a sign-in that names none.
    package let defaultFlow: SignInFlow
    /// Whether requests name this installation's endpoint in Pinpoint.
    package let usesAnalytics: Bool

    /// Checks and keeps a user pool's configuration.
    ///
    /// - Parameters:
    ///   - poolID: looks like `us-east-1_AbCdEf123`; SRP uses what follows the first underscore. An id of another form is
    ///     accepted here and refused by the first call.
    ///   - poolIDKey: the configuration key that held the id, for messages.
    ///   - clientID: the app client.
    ///   - clientSecret: the app client's secret, if it has one.
    ///   - region: names the provider to identity pools, whatever the endpoint.
    ///   - endpoint: where the service answers; Amazon's in the region when absent.
    ///   - defaultFlow: the flow of a sign-in that names none.
    ///   - usesAnalytics: whether requests name this installation's endpoint in Pinpoint.
    /// - Throws: `SessionError.configuration`.
    package init(
        poolID: String,
        poolIDKey: String = "PoolId",
        clientID: String,
        clientSecret: ClientSecret? = nil,
        region: String,
        endpoint: Endpoint? = nil,
        defaultFlow: SignInFlow = .userSRP,
        usesAnalytics: Bool = false
    ) throws(SessionError) {
        guard !poolID.isEmpty else {
            throw .configuration("The user pool id is empty.", cure: "Copy it from the user pool.")
        }
        guard !clientID.isEmpty else {
            throw .configuration("The app client id is empty.", cure: "Copy it from the user pool's app client.")
        }
        self.poolID = poolID
        self.poolIDKey = poolIDKey
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.region = region
        self.endpoint = if let endpoint { endpoint } else { try .session("cognito-idp", region: region) }
        self.defaultFlow = defaultFlow
        self.usesAnalytics = usesAnalytics
    }

    /// Whether the id has a name after its first underscore, without which no password can be proved over SRP.
    var hasKnownForm: Bool {
        guard let underscore = poolID.firstIndex(of: "_") else { return false }
        return poolID.index(after: underscore) < poolID.endIndex
    }

    /// The error of calls where the id has another form.
    var formUnknown: SessionError {
        .configuration(
            "\(poolIDKey): \(poolID) is not the id of a user pool: it has no name after an underscore.",
            cure: "Copy the id from the user pool; it looks like us-east-1_AbCdEf123."
        )
    }

    /// A header with the app's user pool, for requests to servers other than Amazon's.
    ///
    /// With it, `gatehouse dev` reports an id that none of its pools has; without it, a wrong id only makes
    /// the proof of a password fail.
    var requestHeaders: [(name: String, value: String)] {
        endpoint.isAmazons ? [] : [("X-Gatehouse-User-Pool", poolID)]
    }

    /// The name of this user pool in identity pools: an Amazon host even when another endpoint serves it.
    package var loginsKey: String { "cognito-idp.\(region).amazonaws.com/\(poolID)" }

    /// `SECRET_HASH` for a request that carries the given user name; nil for a client without secret.
    func secretHash(for username: String) -> String? {
        clientSecret?.hash(username: username, clientID: clientID)
    }
}

extension Endpoint {
    static func session(_ service: String, region: String) throws(SessionError) -> Endpoint {
        do throws(EndpointError) {
            return try .amazon(service, region: region, key: "Region")
        } catch {
            throw .configuration(error.text, cure: error.cure)
        }
    }
}

/// An app client's secret; it never prints.
package struct ClientSecret: Sendable {
    /// The secret itself, for the members of requests that carry it.
    package let revealed: String

    /// Wraps a secret.
    package init(_ text: String) {
        revealed = text
    }

    /// `SECRET_HASH` for a request that carries the given user name.
    func hash(username: String, clientID: String) -> String {
        secretHash(username: username, clientID: clientID, clientSecret: Secret(utf8: revealed))
    }
}

extension ClientSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "(client secret)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
