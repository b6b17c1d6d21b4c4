// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSecurityTokens
import GatehouseSites
import GatehouseWire

/// Authenticates the signer of a request.
struct CallerAuthentication: Sendable {
    let resolvers: [any AccessKeyResolver]
    let policy: SignaturePolicy
    let clock: WallClock
    /// The largest allowed difference between the clocks of client and server, in seconds.
    let allowedSkew: TimeInterval
    private let visitors: LocalVisitors
    private let signingKeys = DerivedSigningKeys()

    /// Knows the keys of administrators, of roles and of registered users.
    init(
        administrators: [any AccessKeyResolver], securityTokens: SecurityTokens, deployment: Deployment,
        settings: GatewaySettings, clock: WallClock
    ) {
        resolvers = administrators + [securityTokens.accessKeys, securityTokens.userAccessKeys]
        policy = settings.signaturePolicy
        self.clock = clock
        allowedSkew = settings.allowedClockSkew
        visitors = LocalVisitors(deployment: deployment)
    }

    /// The holder of the key that signed a request for `service`; `claim` is the signature of the request.
    /// - Throws: the fault of the signature, or `AccessDeniedException` for a page of another origin.
    func principal(
        of request: GatewayRequest, claim: SignatureClaim?, for service: ServiceIdentity
    ) async throws(ServiceFault) -> Principal {
        guard let claim, let authorization = try Self.authorization(of: claim) else {
            throw ServiceFault(signature: .nothingSigned)
        }
        guard let key = try await resolve(authorization) else {
            guard policy == .anyAdministrator else {
                throw ServiceFault(signature: .unknownKey, accessKeyID: authorization.accessKeyID)
            }
            guard visitors.admitsOrigin(of: request) else { throw Self.foreignPage }
            return .administrator(accessKeyID: authorization.accessKeyID)
        }
        do {
            let unproven = try authorization.check(
                claim.request, now: clock.now, allowedSkew: allowedSkew, region: nil, service: service.signingName)
            try signingKeys.verify(unproven, bySecret: key.secretAccessKey)
        } catch {
            throw ServiceFault(signature: error, accessKeyID: authorization.accessKeyID)
        }
        return key.principal
    }

    private static var foreignPage: ServiceFault {
        ServiceFault(
            .accessDenied,
            "Pages of other origins, such as another port, may not administer a server that verifies no keys: set "
                + "GATEHOUSE_ADMIN_ACCESS_KEY_ID and GATEHOUSE_ADMIN_SECRET_ACCESS_KEY."
        )
    }

    private static func authorization(of claim: SignatureClaim) throws(ServiceFault) -> SigV4Authorization? {
        do {
            return try claim.authorization()
        } catch {
            throw ServiceFault(signature: error)
        }
    }

    /// The fault of a session token with its access key for the log; another fault stays as it is.
    private static func naming(_ accessKeyID: String, in fault: ServiceFault) -> ServiceFault {
        let reason: SigV4Error
        switch fault.code {
        case .unrecognizedClient: reason = .unknownKey
        case .expiredToken: reason = .sessionExpired
        default: return fault
        }
        var fault = fault
        fault.cause = RefusedSignature(reason, accessKeyID: accessKeyID)
        return fault
    }

    private func resolve(_ authorization: SigV4Authorization) async throws(ServiceFault) -> ResolvedAccessKey? {
        for resolver in resolvers {
            do throws(ServiceFault) {
                let key = try await resolver.resolve(
                    accessKeyID: authorization.accessKeyID, sessionToken: authorization.sessionToken
                )
                if let key { return key }
            } catch {
                throw Self.naming(authorization.accessKeyID, in: error)
            }
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
