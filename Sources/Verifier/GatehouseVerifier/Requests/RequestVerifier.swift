// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation
import GatehouseCrypto
import GatehouseWire

/// Verifies requests that are signed with credentials of a Gatehouse server (AWS Signature Version 4), in headers or as
/// presigned addresses.
///
/// Copies share the signing keys. A signature proves the sender and the request, not that the request is new: a captured
/// one can be sent again until its time is over.
public struct RequestVerifier: Sendable {
    /// What a service accepts.
    public struct Rules: Sendable {
        /// The name of the service in the scope of signatures, of letters in lower case, digits and hyphens.
        ///
        /// Services with the same name can sign for each other's, so each has its own; the names of the server's own
        /// services are not possible.
        public var service: String
        /// The region in the scope of signatures.
        public var region: String
        /// The values of `Host` that the service has, with the port unless it is 443 or 80.
        public var hosts: Set<String>
        /// The largest difference between the clocks of client and service, in seconds.
        public var allowedClockSkew: TimeInterval = 300
        /// The longest life of a presigned address in seconds, at most 604,800; 0 accepts none.
        public var longestAddressLifetime: TimeInterval = 604_800

        /// Creates the rules of a service.
        public init(service: String, region: String = "us-east-1", hosts: Set<String>) {
            self.service = service
            self.region = region
            self.hosts = hosts
        }
    }

    private let rules: Rules
    private let hosts: Set<String>
    private let keys: SigningKeyCache
    private let now: @Sendable () -> Date

    /// Creates a verifier that gets signing keys from a Gatehouse server.
    ///
    /// `now` is the service's clock.
    public init(
        rules: Rules, gatehouse: GatehouseConnection, limits: SigningKeyLimits = SigningKeyLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.rules = rules
        hosts = Set(rules.hosts.map { $0.lowercased() })
        keys = SigningKeyCache(limits: limits, now: now) { request throws(RequestRefusal) in
            try await gatehouse.signingKey(for: request, at: now())
        }
        self.now = now
    }

    /// Verifies a request and returns its sender.
    ///
    /// The server is not called for a request that another check refuses.
    /// - Throws: ``RequestRefusal``.
    public func verify(_ request: SignedRequest) async throws(RequestRefusal) -> Caller {
        let unproven = try unproven(request)
        let authorization = unproven.authorization
        let issued = try await keys.key(
            for: SigningKeyRequest(
                accessKeyID: authorization.accessKeyID, sessionToken: authorization.sessionToken,
                day: authorization.day, region: authorization.region, service: authorization.service))
        do throws(SigV4Error) {
            try unproven.verify(by: issued.key)
        } catch {
            throw RequestRefusal(error)
        }
        return Caller(accessKeyID: authorization.accessKeyID, issued.principal)
    }

    /// The request with all checks done that need no key.
    private func unproven(_ request: SignedRequest) throws(RequestRefusal) -> UnprovenSignature {
        do throws(SigV4Error) {
            let signable = try request.signable
            guard let authorization = try SigV4Authorization.parse(signable) else { throw .nothingSigned }
            try authorization.checkAudience(
                of: signable, hosts: hosts, longestLifetime: rules.longestAddressLifetime)
            let unproven = try authorization.check(
                signable, now: now(), allowedSkew: rules.allowedClockSkew, region: rules.region,
                service: rules.service)
            guard AccessKeyForm(authorization.accessKeyID)?.fits(authorization.sessionToken) == true else {
                throw .unknownKey
            }
            return unproven
        } catch {
            throw RequestRefusal(error)
        }
    }
}

/// The kinds of access keys, by the form of their ids: `AKIA` or `ASIA` and 16 characters of `A-Z2-7`.
private enum AccessKeyForm {
    case lasting
    case temporary

    /// The longest session token that the server accepts, in bytes.
    private static let longestToken = SigningKeyRequest.maximumLength / 2

    init?(_ id: String) {
        let isKeyID =
            id.utf8.count == 20
            && id.utf8.dropFirst(4).allSatisfy { (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) }
        switch (isKeyID, String(id.prefix(4))) {
        case (true, "AKIA"): self = .lasting
        case (true, "ASIA"): self = .temporary
        default: return nil
        }
    }

    /// Whether temporary keys have a session token, and others none.
    func fits(_ sessionToken: String?) -> Bool {
        switch self {
        case .lasting: sessionToken == nil
        case .temporary: (1...Self.longestToken).contains(sessionToken?.utf8.count ?? 0)
        }
    }
}

/// The sender of a request, as its signature proves it.
public struct Caller: Sendable, Equatable {
    /// The access key that signed: `ASIA…` of temporary credentials, `AKIA…` of a registered user.
    public let accessKeyID: String
    /// The ARN of a user, or of the session of a role: `arn:aws:sts::<account>:assumed-role/<role>/<session>`.
    public let arn: String
    /// The account, twelve digits.
    public let account: String
    /// The unique id: `AIDA…`, or `AROA…:<session>`.
    public let userID: String
    /// The identity of the identity pool that issued the credentials; `nil` for other credentials.
    public let identityID: String?
    /// The identity pool that issued the credentials.
    public let identityPoolID: String?
    /// `authenticated` or `unauthenticated`, then the providers of the logins; empty for other credentials.
    public let authenticationMethods: [String]
    /// The principal tags by their keys.
    public let tags: [String: String]
    /// Whether the session has policies of its own, which permit less than the role or the user of ``arn``.
    ///
    /// A signature proves who sends a request, not what the sender may do. Your service does not see the policies: one
    /// that gives rights to roles or users gives such a session too many, unless it refuses it. Sessions of guests, which
    /// ``isGuest`` shows, are restricted by a policy of AWS that does not count here.
    public let isRestricted: Bool

    init(accessKeyID: String, _ principal: SigningPrincipal) {
        self.accessKeyID = accessKeyID
        arn = principal.arn
        account = principal.account
        userID = principal.userID
        identityID = principal.identityID
        identityPoolID = principal.identityPoolID
        authenticationMethods = principal.authenticationMethods
        tags = principal.tags
        isRestricted = principal.isRestricted
    }

    /// Whether the credentials belong to a guest of an identity pool.
    public var isGuest: Bool { authenticationMethods.first == "unauthenticated" }
}
