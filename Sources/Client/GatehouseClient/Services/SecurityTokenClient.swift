// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
package import GatehouseCrypto
package import GatehouseWire

/// Calls the security token service at one endpoint; signed operations are signed with the credentials given.
package struct SecurityTokenClient: OperationCaller, SecurityTokenService {
    /// The address of the service.
    package let endpoint: Endpoint
    private let authorization: CallAuthorization
    private let transport: any Transport
    private let retrier: Retrier

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - endpoint: where requests go.
    ///   - region: the region in the scope of signatures.
    ///   - credentials: what requests are signed with.
    ///   - transport: what carries requests.
    ///   - policy: how often and how long a call is tried.
    ///   - clock: dates signatures, measures deadlines and pauses.
    ///   - entropy: spreads the pauses.
    package init(
        endpoint: Endpoint,
        region: String,
        credentials: SigningCredentials,
        transport: any Transport,
        policy: RetryPolicy = RetryPolicy(),
        clock: ClientClock = .system,
        entropy: Entropy = .system
    ) {
        self.endpoint = endpoint
        authorization = .signature(region: region, credentials: credentials)
        self.transport = transport
        retrier = Retrier(policy: policy, clock: clock, entropy: entropy)
    }

    package func call<Operation: ServiceOperation>(
        _ operation: Operation.Type,
        _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output {
        let form = QueryRequest(
            action: Operation.name,
            version: Operation.service.version,
            parameters: input.wireValue(in: .query)
        )
        var request = TransportRequest(url: endpoint.url, body: form.body())
        request.headers = [("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")]
        let sign = try await authorization.sign(operation, retrier.clock)
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
        guard response.status == 200 else { throw Self.fault(in: response) }
        do throws(ServiceFault) {
            let result = try QueryAnswer.result(response.body, operation: Operation.name)
            return try Operation.Output(answer: result, form: .query)
        } catch {
            throw FailedAttempt(fault: error, effect: .unknown)
        }
    }

    private static func fault(in response: TransportResponse) -> FailedAttempt {
        let fault = QueryAnswer.fault(body: response.body, status: response.status)
        if fault.origin == .garbled { return FaultReader.unknown(response) }
        return FaultReader.failure(fault, in: response)
    }
}
