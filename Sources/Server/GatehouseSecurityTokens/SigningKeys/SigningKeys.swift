// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseAccess
package import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
package import GatehouseWire

/// Issues signing keys to services that verify the signatures of requests themselves.
///
/// A key signs for one day, one region and one service, so its holder can neither derive the secret nor call this
/// server with it: no key is issued for a service of this server. Keys of administrators are unknown here, since their
/// secrets are chosen by people and a derived key would allow guesses.
package struct SigningKeys: Sendable {
    /// The services that this server provides, and the services that no verifier may decide about.
    static let reservedServices: Set = [
        "appsync", "cognito-identity", "cognito-idp", "iam", SigningKeyRequest.service, "sts",
    ]
    /// The longest time for which a verifier may keep a key, in seconds.
    static let longestUse: TimeInterval = 86_400
    /// The age of the oldest day in seconds: a presigned address is valid for seven days.
    static let oldestDay: TimeInterval = 8 * 86_400
    private static let longestName = 64
    private static let longestToken = SigningKeyRequest.maximumLength / 2

    let resolvers: [any AccessKeyResolver]
    let authority: AccessAuthority
    let deployment: Deployment
    let sealer: Sealer
    let clock: WallClock

    /// Issues the key for a request that `caller` signed for a region.
    /// - Throws: `ValidationException` for a malformed request, `AccessDeniedException` for a service that no policy of
    ///   the caller names or that is reserved, `UnknownAccessKeyException` and `ExpiredSessionException` for the access
    ///   key in the request, the fault of a failing store.
    package func response(
        to request: SigningKeyRequest, by caller: Principal, from sourceAddress: String, inRegion region: String
    ) async throws(ServiceFault) -> SigningKeyResponse {
        try check(request)
        guard !Self.reservedServices.contains(request.service) else { throw .reservedService(request.service) }
        let resource = "arn:aws:gatehouse:\(request.region):\(deployment.accountID):signing-key/\(request.service)"
        try await authority.permit(
            SigningKeyRequest.action, on: resource, to: caller, from: sourceAddress, inRegion: region)
        let key = try await resolve(request)
        guard try await authority.exists(key.principal) else { throw .unknownAccessKey }
        let now = clock.now
        if let expiry = key.expiresAt, now >= expiry { throw .expiredAccessKeySession }
        let end = min(key.expiresAt ?? .distantFuture, now.addingTimeInterval(Self.longestUse))
        let signing = SigningKey(
            secretAccessKey: key.secretAccessKey, day: request.day, region: request.region,
            service: request.service)
        return SigningKeyResponse(
            key: Data(signing.bytes), expiresAt: Date(timeIntervalSince1970: end.timeIntervalSince1970.rounded(.down)),
            principal: try principal(key.principal))
    }

    private func check(_ request: SigningKeyRequest) throws(ServiceFault) {
        guard Self.isWord(request.region) else { throw .malformedSigningKeyRequest("Region") }
        guard Self.isWord(request.service) else { throw .malformedSigningKeyRequest("Service") }
        guard (request.sessionToken?.utf8.count ?? 0) <= Self.longestToken else {
            throw .malformedSigningKeyRequest("SessionToken")
        }
        let now = clock.now
        guard let day = SigningKey.date(ofDay: request.day), day >= now.addingTimeInterval(-Self.oldestDay),
            day <= now.addingTimeInterval(86_400)
        else { throw .malformedSigningKeyRequest("Date") }
    }

    /// Whether a text can be a region or a service; it becomes a part of an ARN that policies compare.
    private static func isWord(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// The access key in the request; its refusals have codes of their own, since the codes for a signature are about
    /// the verifier's key.
    private func resolve(_ request: SigningKeyRequest) async throws(ServiceFault) -> ResolvedAccessKey {
        do {
            for resolver in resolvers {
                let key = try await resolver.resolve(
                    accessKeyID: request.accessKeyID, sessionToken: request.sessionToken)
                if let key { return key }
            }
        } catch {
            switch error.code {
            case .unrecognizedClient: throw .unknownAccessKey
            case .expiredToken: throw .expiredAccessKeySession
            default: throw error
            }
        }
        throw .unknownAccessKey
    }

    /// Whether policies were chosen for a session; the one that every guest of an identity pool has was not.
    private static func isRestricted(_ session: RoleSession) -> Bool {
        let ofGuests = session.identityPoolID == nil ? nil : AWSPolicies.unauthenticatedIdentities
        return session.scope.policy != nil || session.scope.policyARNs.contains { $0 != ofGuests }
    }

    private func principal(_ principal: Principal) throws(ServiceFault) -> SigningPrincipal {
        guard let identity = try CallerIdentity(of: principal, in: deployment, by: sealer) else {
            throw .unknownAccessKey
        }
        switch principal {
        case .role(let session):
            return SigningPrincipal(
                arn: identity.arn, account: identity.account, userID: identity.userID,
                identityID: session.identityID, identityPoolID: session.identityPoolID,
                authenticationMethods: session.authenticationMethods, tags: session.principalTags,
                isRestricted: Self.isRestricted(session))
        case .user(let user):
            return SigningPrincipal(
                arn: identity.arn, account: identity.account, userID: identity.userID, tags: user.principalTags,
                // Without policies of its own, the session of a federated user has no permission at all.
                isRestricted: user.kind == .federated || user.scope.isRestricted)
        case .administrator, .anonymous:
            return SigningPrincipal(arn: identity.arn, account: identity.account, userID: identity.userID)
        }
    }
}

// The faults of the endpoint for signing keys; they are about the access key in the request, not about its signer.
extension ServiceFault {
    /// A verifier asks for the signing key of an access key that it cannot have.
    static let unknownAccessKey = ServiceFault(.unknownAccessKey, "The access key or its session token is invalid.")

    static let expiredAccessKeySession = ServiceFault(.expiredSession, "The session of the access key is expired.")

    fileprivate static func malformedSigningKeyRequest(_ member: String) -> ServiceFault {
        ServiceFault(.validation, "\(member) is missing or malformed.")
    }

    fileprivate static func reservedService(_ name: String) -> ServiceFault {
        ServiceFault(.accessDenied, "No signing key is issued for the service \(name): this server provides it itself.")
    }
}
