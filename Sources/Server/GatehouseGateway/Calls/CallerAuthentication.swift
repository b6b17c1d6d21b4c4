// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire

/// Authenticates the signer of a request.
struct CallerAuthentication: Sendable {
    let resolvers: [any AccessKeyResolver]
    let policy: SignaturePolicy
    let clock: WallClock
    /// The largest allowed difference between the clocks of client and server, in seconds.
    let allowedSkew: TimeInterval

    /// The holder of the key that signed the request for `service`.
    /// - Throws: the fault for a missing or invalid signature, an unknown key or an expired date.
    func principal(
        of request: SignableRequest, for service: ServiceIdentity
    ) async throws(ServiceFault) -> Principal {
        guard let authorization = try Self.authorization(of: request) else {
            throw ServiceFault(signature: .nothingSigned)
        }
        guard let key = try await resolve(authorization) else {
            guard policy == .anyAdministrator else { throw ServiceFault(signature: .unknownKey) }
            return .administrator(accessKeyID: authorization.accessKeyID)
        }
        do {
            try authorization.verify(
                secretAccessKey: key.secretAccessKey, request: request, now: clock.now, allowedSkew: allowedSkew,
                region: nil, service: service.signingName
            )
        } catch {
            throw ServiceFault(signature: error)
        }
        return key.principal
    }

    private static func authorization(of request: SignableRequest) throws(ServiceFault) -> SigV4Authorization? {
        do {
            return try SigV4Authorization.parse(request)
        } catch {
            throw ServiceFault(signature: error)
        }
    }

    private func resolve(_ authorization: SigV4Authorization) async throws(ServiceFault) -> ResolvedAccessKey? {
        for resolver in resolvers {
            let key = try await resolver.resolve(
                accessKeyID: authorization.accessKeyID, sessionToken: authorization.sessionToken
            )
            if let key { return key }
        }
        return nil
    }
}

/// The rule for verifying signatures.
package enum SignaturePolicy: Sendable, Equatable {
    /// Every signature is verified, and its key must be known.
    case verified
    /// A signature with an unknown key counts as an administrator's; for a developer's own machine only.
    case anyAdministrator
}
