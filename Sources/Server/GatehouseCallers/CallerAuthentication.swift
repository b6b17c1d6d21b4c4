// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
import GatehouseCrypto
package import GatehouseSecurityTokens
package import GatehouseSites
package import GatehouseWire

/// Authenticates the signer of a request.
package struct CallerAuthentication: Sendable {
    private let resolvers: [any AccessKeyResolver]
    private let policy: SignaturePolicy
    private let clock: WallClock
    /// The largest allowed difference between the clocks of client and server, in seconds.
    private let allowedSkew: TimeInterval
    private let visitors: LocalVisitors
    private let signingKeys = DerivedSigningKeys()

    /// Creates the authentication by the keys of administrators, of roles and of registered users.
    ///
    /// `allowedSkew` is the largest allowed difference between the clocks of a signer and this server, in seconds.
    package init(
        administrators: [any AccessKeyResolver], securityTokens: SecurityTokens, deployment: Deployment,
        policy: SignaturePolicy = .verified, allowedSkew: TimeInterval = 300, clock: WallClock
    ) {
        resolvers = administrators + [securityTokens.accessKeys, securityTokens.userAccessKeys]
        self.policy = policy
        self.clock = clock
        self.allowedSkew = allowedSkew
        visitors = LocalVisitors(deployment: deployment)
    }

    /// Whether a signature with an unknown key counts as an administrator's.
    package var acceptsAnyKey: Bool { policy == .anyAdministrator }

    /// The holder of the key that signed a request for `service`; `claim` is the signature of the request.
    ///
    /// A service of one region only names it; without a region, the signature may be for any.
    /// - Throws: the fault of the signature, or `AccessDeniedException` for a page of another origin.
    package func principal(
        of request: GatewayRequest, claim: SignatureClaim?, for service: ServiceIdentity, inRegion region: String? = nil
    ) async throws(ServiceFault) -> Principal {
        guard let claim, let authorization = try Self.authorization(of: claim) else {
            throw ServiceFault(signature: .nothingSigned)
        }
        guard let key = try await resolve(authorization.accessKeyID, authorization.sessionToken) else {
            guard acceptsAnyKey else {
                throw ServiceFault(signature: .unknownKey, accessKeyID: authorization.accessKeyID)
            }
            guard visitors.admitsOrigin(of: request) else { throw Self.foreignPage }
            return .administrator(accessKeyID: authorization.accessKeyID)
        }
        do {
            let unproven = try authorization.check(
                claim.request, now: clock.now, allowedSkew: allowedSkew, region: region, service: service.signingName)
            try signingKeys.verify(unproven, bySecret: key.secretAccessKey)
        } catch {
            throw ServiceFault(signature: error, accessKeyID: authorization.accessKeyID)
        }
        return key.principal
    }

    /// The holder of a key whose signature was verified before: what the signature has opened ends with the key.
    /// - Throws: the fault of a key that was deleted or whose session has expired.
    package func principal(
        stillHolding accessKeyID: String, sessionToken: String?
    ) async throws(ServiceFault) -> Principal {
        if let key = try await resolve(accessKeyID, sessionToken) { return key.principal }
        guard acceptsAnyKey else { throw ServiceFault(signature: .unknownKey, accessKeyID: accessKeyID) }
        return .administrator(accessKeyID: accessKeyID)
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

    private func resolve(
        _ accessKeyID: String, _ sessionToken: String?
    ) async throws(ServiceFault) -> ResolvedAccessKey? {
        for resolver in resolvers {
            do throws(ServiceFault) {
                let key = try await resolver.resolve(accessKeyID: accessKeyID, sessionToken: sessionToken)
                if let key { return key }
            } catch {
                throw Self.naming(accessKeyID, in: error)
            }
        }
        return nil
    }
}
