// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseCrypto
package import GatehouseWire

/// Calls a REST-JSON service at one endpoint, such as AppSync's control plane; calls are signed.
///
/// It has the faults and the repetitions of `ServiceClient`.
package struct RESTClient: Sendable {
    /// One call of an operation.
    package struct Call: Sendable {
        /// The operation's name, for faults.
        package var name: String
        package var method: TransportRequest.Method
        /// The parts of the path, without slashes between them; a part may have any characters.
        package var path: [String]
        /// The parameters of the query, in order.
        package var query: [(String, String)]
        /// The body, an object; `nil` for a request without one.
        package var body: WireValue?
        /// The effect of a second, identical call.
        package var repetition: Repetition

        /// Makes a call.
        package init(
            _ name: String, _ method: TransportRequest.Method, _ path: [String], query: [(String, String)] = [],
            body: WireValue? = nil, repetition: Repetition
        ) {
            self.name = name
            self.method = method
            self.path = path
            self.query = query
            self.body = body
            self.repetition = repetition
        }
    }

    /// The address of the service.
    package let endpoint: Endpoint
    private let signer: RequestSigner
    private let credentials: SigningCredentials
    private let transport: any Transport
    private let retrier: Retrier

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: where requests go.
    ///   - service: the service's name in the scope of signatures.
    ///   - region: the region in the scope of signatures.
    ///   - credentials: what requests are signed with.
    ///   - transport: what carries requests.
    ///   - policy: how often and how long a call is tried.
    ///   - clock: dates signatures, measures deadlines and pauses.
    ///   - entropy: spreads the pauses.
    package init(
        endpoint: Endpoint, service: String, region: String, credentials: SigningCredentials,
        transport: any Transport, policy: RetryPolicy = RetryPolicy(), clock: ClientClock = .system,
        entropy: Entropy = .system
    ) {
        self.endpoint = endpoint
        signer = RequestSigner(service: service, region: region)
        self.credentials = credentials
        self.transport = transport
        retrier = Retrier(policy: policy, clock: clock, entropy: entropy)
    }

    /// Makes a call, and reads the object in its answer.
    ///
    /// - Throws: the service's fault, or the fault of the last attempt.
    package func send(_ call: Call) async throws(ServiceFault) -> WireValue {
        guard let url = URL(string: endpoint.address(of: Self.path(call.path), call.query)) else {
            throw ServiceFault(.serialization, "\(call.name) has no address at \(endpoint.address).")
        }
        var request = TransportRequest(method: call.method, url: url)
        if let body = call.body {
            request.headers = [("Content-Type", "application/json")]
            request.body = body.json()
        }
        request.connectTimeout = retrier.policy.connectTimeout
        return try await retrier.run(call.repetition) { timeout throws(FailedAttempt) in
            request.timeout = timeout
            // Each attempt has a new signature, so that a late attempt does not have an old date.
            return try await exchange(call.name, signer.sign(request, with: credentials, at: retrier.clock.now()))
        }
    }

    private func exchange(
        _ name: String, _ request: TransportRequest
    ) async throws(FailedAttempt) -> WireValue {
        let response = try await transport.attempt(request, of: "\(name) at \(endpoint.address)")
        guard response.status == 200 else { throw FaultReader.read(response) }
        guard let value = try? WireValue(json: response.body), value.objectValue != nil else {
            throw FailedAttempt(fault: .garbled("The answer is not a JSON object."), effect: .unknown)
        }
        return value
    }

    private static func path(_ parts: [String]) -> String {
        parts.map { "/" + PercentEncoding.encode($0) }.joined()
    }
}
