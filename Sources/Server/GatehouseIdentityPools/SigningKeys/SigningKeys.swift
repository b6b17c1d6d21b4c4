// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
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
    /// The services that this server provides, and those that only it decides about.
    static let reservedServices: Set = [
        "appsync", "cognito-identity", "cognito-idp", "iam", SigningKeyQuestion.service, "sts",
    ]
    /// The longest time for which a verifier may keep a key, in seconds.
    static let longestUse: TimeInterval = 86_400
    /// The age of the oldest day in seconds: a presigned address is valid for seven days.
    static let oldestDay: TimeInterval = 8 * 86_400
    private static let longestName = 64
    private static let longestToken = SigningKeyQuestion.maximumLength / 2

    let resolvers: [any AccessKeyResolver]
    let authority: AccessAuthority
    let deployment: Deployment
    let sealer: Sealer
    let clock: WallClock

    /// Issues the key for a request that `caller` signed for a region.
    /// - Throws: `ValidationException` for a malformed request, `AccessDeniedException` for a service that no policy of
    ///   the caller names or that is reserved, `UnknownAccessKeyException` and `ExpiredSessionException` for the access
    ///   key in the request, the fault of a failing store.
    package func answer(
        _ question: SigningKeyQuestion, to caller: Principal, from sourceAddress: String, inRegion region: String
    ) async throws(ServiceFault) -> SigningKeyAnswer {
        try check(question)
        guard !Self.reservedServices.contains(question.service) else { throw .reservedService(question.service) }
        let resource = "arn:aws:gatehouse:\(question.region):\(deployment.accountID):signing-key/\(question.service)"
        try await authority.permit(
            SigningKeyQuestion.action, on: resource, to: caller, from: sourceAddress, inRegion: region)
        let key = try await resolve(question)
        let now = clock.now
        if let expiry = key.expiresAt, now >= expiry { throw .expiredAccessKeySession }
        let end = min(key.expiresAt ?? .distantFuture, now.addingTimeInterval(Self.longestUse))
        let signing = SigningKey(
            secretAccessKey: key.secretAccessKey, day: question.day, region: question.region,
            service: question.service)
        return SigningKeyAnswer(
            key: Data(signing.bytes), expiresAt: Date(timeIntervalSince1970: end.timeIntervalSince1970.rounded(.down)),
            principal: try principal(key.principal))
    }

    private func check(_ question: SigningKeyQuestion) throws(ServiceFault) {
        guard Self.isWord(question.region) else { throw .malformedSigningKeyQuestion("Region") }
        guard Self.isWord(question.service) else { throw .malformedSigningKeyQuestion("Service") }
        guard (question.sessionToken?.utf8.count ?? 0) <= Self.longestToken else {
            throw .malformedSigningKeyQuestion("SessionToken")
        }
        let now = clock.now
        guard let day = SigningKey.date(ofDay: question.day), day >= now.addingTimeInterval(-Self.oldestDay),
            day <= now.addingTimeInterval(86_400)
        else { throw .malformedSigningKeyQuestion("Date") }
    }

    /// Whether a text can be a region or a service; it becomes a part of an ARN that policies compare.
    private static func isWord(_ text: String) -> Bool {
        (1...longestName).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }

    /// The access key in the request; its refusals have codes of their own, since those of a signature are about the
    /// verifier's key.
    private func resolve(_ question: SigningKeyQuestion) async throws(ServiceFault) -> ResolvedAccessKey {
        do {
            for resolver in resolvers {
                let key = try await resolver.resolve(
                    accessKeyID: question.accessKeyID, sessionToken: question.sessionToken)
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

    private func principal(_ principal: Principal) throws(ServiceFault) -> SigningPrincipal {
        guard let identity = try CallerIdentity(of: principal, in: deployment, by: sealer) else {
            throw .unknownAccessKey
        }
        switch principal {
        case .role(let session):
            return SigningPrincipal(
                arn: identity.arn, account: identity.account, userID: identity.userID,
                identityID: session.identityID, identityPoolID: session.identityPoolID,
                authenticationMethods: session.authenticationMethods, tags: session.principalTags)
        case .user(let user):
            return SigningPrincipal(
                arn: identity.arn, account: identity.account, userID: identity.userID, tags: user.principalTags)
        case .administrator, .anonymous:
            return SigningPrincipal(arn: identity.arn, account: identity.account, userID: identity.userID)
        }
    }
}
