// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
package import GatehouseCrypto
package import GatehouseWire

/// Calls the JSON services, user pools and identity pools, at one endpoint.
///
/// Faults carry their origin: `.service` for the service's own faults, `.transport` if no answer arrived, `.garbled`
/// when the answer is not the service's. A call is repeated after a temporary error as the policy says, but a request
/// that may have been acted on is repeated only if a repetition is harmless.
package struct ServiceClient: OperationCaller, CognitoIdentityProviderService, CognitoIdentityService {
    /// The address of the service.
    package let endpoint: Endpoint
    private let transport: any Transport
    private let headers: [(name: String, value: String)]
    private let authorization: CallAuthorization
    private let retrier: Retrier

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: where requests go.
    ///   - headers: the headers of all requests, beside the operation's own.
    ///   - authorization: what authorises the calls.
    ///   - transport: sends the requests.
    ///   - policy: how often and how long a call is tried.
    ///   - clock: measures deadlines and pauses.
    ///   - entropy: spreads the pauses.
    package init(
        endpoint: Endpoint,
        headers: [(name: String, value: String)] = [],
        authorization: CallAuthorization = .unsigned,
        transport: any Transport,
        policy: RetryPolicy = RetryPolicy(),
        clock: ClientClock = .system,
        entropy: Entropy = .system
    ) {
        self.endpoint = endpoint
        self.headers = headers
        self.authorization = authorization
        self.transport = transport
        retrier = Retrier(policy: policy, clock: clock, entropy: entropy)
    }

    package func call<Operation: ServiceOperation>(
        _ operation: Operation.Type,
        _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output {
        guard let prefix = Operation.service.targetPrefix else {
            throw ServiceFault(.unknownOperation, "\(Operation.name) is not an operation of a JSON service.")
        }
        let sign = try await authorization.sign(operation, retrier.clock)
        var request = TransportRequest(url: endpoint.url, body: input.json())
        let own = [
            ("Content-Type", "application/x-amz-json-1.1"),
            ("X-Amz-Target", "\(prefix).\(Operation.name)"),
        ]
        request.headers = own + headers
        request.connectTimeout = retrier.policy.connectTimeout
        return try await retrier.run(Repetition(of: operation, input)) { timeout throws(FailedAttempt) in
            request.timeout = timeout
            return try await exchange(operation, sign(request))
        }
    }

    private func exchange<Operation: ServiceOperation>(
        _ operation: Operation.Type,
        _ request: TransportRequest
    ) async throws(FailedAttempt) -> Operation.Output {
        let response = try await transport.attempt(request, of: "\(Operation.name) at \(endpoint.address)")
        guard response.status == 200 else { throw FaultReader.read(response) }
        do throws(ServiceFault) {
            return try Operation.Output(answer: Self.object(in: response))
        } catch {
            throw FailedAttempt(fault: error, effect: .unknown)
        }
    }

    /// The object in a successful answer.
    ///
    /// The services leave the body empty where there is nothing to say; a body that is empty for any other reason lacks
    /// the services' headers.
    private static func object(in response: TransportResponse) throws(ServiceFault) -> WireDocument {
        if response.body.isEmpty {
            guard response.header("x-amzn-RequestId") != nil else { throw .garbled("The answer is empty.") }
            return .emptyObject
        }
        guard let document = try? WireDocument(json: Array(response.body)), document.isObject else {
            throw .garbled("The answer is not a JSON object.")
        }
        return document
    }
}

extension Transport {
    /// Sends a request as one attempt of a call, which a fault names.
    func attempt(_ request: TransportRequest, of call: String) async throws(FailedAttempt) -> TransportResponse {
        do throws(TransportError) {
            return try await send(request)
        } catch {
            throw FailedAttempt(fault: ServiceFault(error, of: call), effect: error.effect)
        }
    }
}

extension TransportError {
    fileprivate var effect: FailedAttempt.Effect {
        switch kind {
        case .unreachable: .none
        case .connectionLost, .timedOut: .unknown
        case .tls, .cancelled, .tooLarge, .badRequest: .decided
        }
    }
}
