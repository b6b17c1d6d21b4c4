// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

/// What authorizes the start of a subscription.
struct RealtimeCredentials: Sendable {
    /// The headers by name.
    let headers: [String: String]
    /// The same number for the same key, token or access key; signatures by one key differ, and have one identity.
    let identity: Int

    fileprivate init(_ headers: [String: String], of secret: String) {
        self.headers = headers
        identity = secret.hashValue
    }
}

/// The authorization of the connections and subscriptions of one API in one mode.
///
/// AppSync accepts it in the headers of the upgrade request, and for each subscription in its first message. Signatures are
/// made over requests that are never sent.
struct RealtimeAuthorization: Sendable {
    /// The mode with what it needs.
    private enum Method {
        case apiKey(String)
        case token(TokenSource)
        case signature(RequestSigner)
    }

    private let method: Method
    private let endpoint: APIEndpoint
    private let credentials: CallCredentials
    private let clock: ClientClock

    /// Creates the authorization.
    ///
    /// - Parameters:
    ///   - endpoint: the API.
    ///   - mode: the mode.
    ///   - credentials: the source of tokens and AWS credentials.
    ///   - clock: the clock for signatures.
    /// - Throws: `.pluginError` if the API's configuration lacks the mode's key or region, `.invalidConfiguration` for the
    ///   mode `none`.
    init(
        endpoint: APIEndpoint, mode: AWSAuthorizationType, credentials: CallCredentials, clock: ClientClock
    ) throws(APIError) {
        let configuration: AWSAuthorizationConfiguration
        do {
            configuration = try endpoint.authorization(for: mode)
        } catch {
            throw APIError(configuration: error)
        }
        switch configuration {
        case .none:
            throw .invalidConfiguration(
                "Cannot create AppSync subscription for none auth mode", "Use another authorization mode")
        case .apiKey(let settings): method = .apiKey(settings.apiKey)
        case .awsIAM(let settings):
            method = .signature(RequestSigner(service: "appsync", region: settings.region))
        case .openIDConnect: method = .token(.openID)
        case .amazonCognitoUserPools: method = .token(.session)
        case .function: method = .token(.function)
        }
        self.endpoint = endpoint
        self.credentials = credentials
        self.clock = clock
    }

    /// The headers of the upgrade request.
    ///
    /// - Throws: `APIError` if there are none. A signed-out user has an empty token, which the service refuses.
    func connectionHeaders() async throws(APIError) -> [(name: String, value: String)] {
        // The handshake has its own header for the host.
        try await headers(of: endpoint.connectURL, "{}").headers.filter { $0.key != "host" }
            .sorted { $0.key < $1.key }
            .map { (name: $0.key, value: $0.value) }
    }

    /// The credentials in the first message of a subscription.
    ///
    /// - Parameter document: the JSON of the subscription's document.
    /// - Returns: the headers, and what tells the credentials from others.
    /// - Throws: as for the upgrade request.
    func subscriptionCredentials(_ document: String) async throws(APIError) -> RealtimeCredentials {
        try await headers(of: endpoint.url, document)
    }

    /// The present time as signatures have it, such as `20240101T000000Z`.
    private var moment: String {
        WireTimestamp.iso8601(clock.now()).filter { $0 != "-" && $0 != ":" }
    }

    private func headers(of url: URL, _ body: String) async throws(APIError) -> RealtimeCredentials {
        // The original leaves out the port; services accept both.
        let host = url.host(percentEncoded: true) ?? ""
        switch method {
        case .apiKey(let key):
            return RealtimeCredentials(["host": host, "x-api-key": key, "x-amz-date": moment], of: key)
        case .token(let source):
            let token = try await token(source)
            return RealtimeCredentials(["host": host, "Authorization": token], of: token)
        case .signature(let signer):
            let request = TransportRequest(
                url: url,
                headers: [
                    (name: "accept", value: "application/json, text/javascript"),
                    (name: "content-encoding", value: "amz-1.0"),
                    (name: "content-type", value: "application/json; charset=UTF-8"),
                    (name: "host", value: host),
                ],
                body: Data(body.utf8))
            let keys = try await credentials.awsCredentials()
            let signed = signer.sign(request, with: keys, at: clock.now())
            return RealtimeCredentials(
                Dictionary(signed.headers.map { ($0.name, $0.value) }) { $1 }, of: keys.sessionToken ?? keys.accessKeyID
            )
        }
    }

    /// The token; empty for a user who is signed out, so that the service refuses the subscription.
    private func token(_ source: TokenSource) async throws(APIError) -> String {
        do throws(APIError) {
            return try await credentials.token(source)
        } catch {
            if error.meansSignedOut { return "" }
            throw error
        }
    }
}
