// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseIdentityPools
import GatehouseWire

/// Authenticates the signer of a request.
struct CallerAuthentication: Sendable {
    let resolvers: [any AccessKeyResolver]
    let policy: SignaturePolicy
    let clock: WallClock
    /// The largest allowed difference between the clocks of client and server, in seconds.
    let allowedSkew: TimeInterval
    private let visitors: LocalVisitors

    /// Knows the keys of administrators, of roles and of registered users.
    init(
        administrators: [any AccessKeyResolver], identityPools: IdentityPools, deployment: Deployment,
        settings: GatewaySettings, clock: WallClock
    ) {
        resolvers = administrators + [identityPools.accessKeys, identityPools.userAccessKeys]
        policy = settings.signaturePolicy
        self.clock = clock
        allowedSkew = settings.allowedClockSkew
        visitors = LocalVisitors(deployment: deployment)
    }

    /// The holder of the key that signed a request for `service`.
    /// - Throws: the fault of the signature, or `AccessDeniedException` for a page of another origin.
    func principal(of request: GatewayRequest, for service: ServiceIdentity) async throws(ServiceFault) -> Principal {
        guard policy == .verified || visitors.admitsOrigin(of: request) else {
            throw ServiceFault(
                .accessDenied,
                "Pages of other origins may not administer a server that verifies no keys: set "
                    + "GATEHOUSE_ADMIN_ACCESS_KEY_ID and GATEHOUSE_ADMIN_SECRET_ACCESS_KEY."
            )
        }
        return try await principal(of: request.signable, for: service)
    }

    /// The holder of the key that signed the request for `service`.
    /// - Throws: the fault for a missing or invalid signature, an unknown key or an expired date.
    private func principal(
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
