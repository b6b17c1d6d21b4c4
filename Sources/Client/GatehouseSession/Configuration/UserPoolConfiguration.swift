// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseClient

/// The user pool and the app client that sign people in.
package struct UserPoolConfiguration: Sendable {
    package let poolID: String
    package let clientID: String
    package let clientSecret: ClientSecret?
    package let region: String
    package let endpoint: Endpoint
    /// The flow of a sign-in that names none.
    package let defaultFlow: SignInFlow
    /// Whether requests name this installation's endpoint in Pinpoint.
    package let usesAnalytics: Bool

    /// Checks and keeps a user pool's configuration.
    ///
    /// - Parameters:
    ///   - poolID: looks like `us-east-1_AbCdEf123`; SRP uses what follows the first underscore.
    ///   - clientID: the app client.
    ///   - clientSecret: the app client's secret, if it has one.
    ///   - region: names the provider to identity pools, whatever the endpoint.
    ///   - endpoint: where the service answers; Amazon's in the region when absent.
    ///   - defaultFlow: the flow of a sign-in that names none.
    ///   - usesAnalytics: whether requests name this installation's endpoint in Pinpoint.
    /// - Throws: `SessionError.configuration`.
    package init(
        poolID: String,
        clientID: String,
        clientSecret: ClientSecret? = nil,
        region: String,
        endpoint: Endpoint? = nil,
        defaultFlow: SignInFlow = .userSRP,
        usesAnalytics: Bool = false
    ) throws(SessionError) {
        guard let underscore = poolID.firstIndex(of: "_"), poolID.index(after: underscore) < poolID.endIndex else {
            throw .configuration(
                "The user pool id has no name after an underscore.", cure: "Write it like us-east-1_AbC.")
        }
        guard !clientID.isEmpty else {
            throw .configuration("The app client id is empty.", cure: "Copy it from the user pool's app client.")
        }
        self.poolID = poolID
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.region = region
        self.endpoint = if let endpoint { endpoint } else { try .session("cognito-idp", region: region) }
        self.defaultFlow = defaultFlow
        self.usesAnalytics = usesAnalytics
    }

    /// How identity pools call this user pool: an Amazon host even when another endpoint serves it.
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
