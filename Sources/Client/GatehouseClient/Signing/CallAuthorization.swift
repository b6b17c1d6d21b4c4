// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCrypto
package import GatehouseWire

/// How calls of operations are authorised.
package enum CallAuthorization: Sendable {
    /// Returns the credentials of the moment; asked at each call.
    package typealias Credentials = @Sendable () async throws(ServiceFault) -> SigningCredentials

    /// By nothing, or by what the operation's request has in its body, such as an access token; signed operations fail.
    case unsigned
    /// Signed operations by AWS credentials; the service's name in signatures is the operation's.
    case signature(region: String, credentials: Credentials)

    /// Signed operations by credentials that stay the same.
    package static func signature(region: String, credentials: SigningCredentials) -> CallAuthorization {
        .signature(region: region) { () async throws(ServiceFault) in credentials }
    }

    /// Makes a function that signs the attempts of one call, or passes on requests of operations without a signature.
    ///
    /// Each attempt has a new signature, so that a late attempt does not have an old date.
    ///
    /// - Throws: the fault of the credentials; `missingAuthenticationToken` for a signed operation without any.
    package func sign<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ clock: ClientClock
    ) async throws(ServiceFault) -> (TransportRequest) -> TransportRequest {
        guard Operation.isSigned else { return { $0 } }
        guard case .signature(let region, let credentials) = self else {
            throw ServiceFault(.missingAuthenticationToken, "\(Operation.name) needs AWS credentials.")
        }
        let signer = RequestSigner(service: Operation.service.signingName, region: region)
        let current = try await credentials()
        return { signer.sign($0, with: current, at: clock.now()) }
    }
}
