// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseWire
import Synchronization

extension MobileSession {
    /// Credentials that are valid for less than this are renewed.
    static let credentialMargin = Duration.seconds(600)

    /// AWS credentials of the session, or of a guest; waits where they cannot be renewed.
    package func credentials() async throws -> AWSCredentials {
        let engine = try engine
        noticeSignOutElsewhere()
        if let cached = cachedCredentials {
            try requireNoSignOut()
            return cached
        }
        let identity = try await waiting(
            for: .credentials,
            hindrance: { [self] error in hindranceOfCredentials(error) },
            { [self] in
                try requireToken()
                return try await granted(engine)
            }
        )
        if record?.isOfUser != true { try await change { $0.take(.guestCredentials) }?.deliver() }
        guard let credentials = identity.credentials else { throw AWSMobileClientError.noCredentials }
        return AWSCredentials(credentials)
    }

    /// The id of the identity, requested if none is stored.
    package func identityID() async throws -> String {
        try await engine.freshIdentityID()
    }

    /// The provider's names and tokens that identity pools receive.
    package func logins() async throws -> [String: String] {
        guard let record, let key = loginsKey(of: record) else { return [:] }
        if case .federated(let login, _) = record, login.pages == nil { return [key: login.token] }
        let tokens = try await tokens()
        guard let token = tokens.idToken?.tokenString else { throw AWSMobileClientError.noIDToken }
        guard let present = self.record, let presentKey = loginsKey(of: present) else { return [:] }
        return [presentKey: token]
    }

    /// Drops the credentials; the next call requests others.
    package func dropCredentials() {
        loaded.engine?.dropCredentials()
    }

    /// Drops credentials and identity; the user stays signed in.
    package func clearIdentityPool() {
        loaded.engine?.dropIdentity()
    }

    /// The name of the session's provider in requests to the identity pool; nil where they carry no token.
    private func loginsKey(of record: SessionRecord) -> String? {
        switch record {
        case .guest: nil
        case .federated(let login, _): login.provider.isEmpty ? nil : login.provider
        case .userPool(let user), .userAndIdentityPool(let user, _):
            switch user.federation {
            case nil: loaded.engine?.configuration.userPool?.loginsKey
            case .disabled: nil
            case .provider(let name): name
            }
        }
    }

    /// Stored credentials that are valid for long enough; none while calls wait for a sign-in.
    private var cachedCredentials: AWSCredentials? {
        guard common.withLock({ $0.wait?.reason != .signIn }), let credentials = record?.identity?.credentials,
            credentials.expiration > environment.clock.now().addingTimeInterval(Self.credentialMargin.seconds)
        else { return nil }
        return AWSCredentials(credentials)
    }

    private func granted(_ engine: SessionEngine) async throws -> GrantedIdentity {
        do throws(SessionError) {
            return try await engine.freshCredentials(validFor: Self.credentialMargin)
        } catch {
            guard error.isRefusal, record?.isOfUser != true else { throw error }
            throw AWSMobileClientError.guestsRefused
        }
    }

    /// Refuses credentials for a session of pages that gave no ID token.
    private func requireToken() throws {
        guard case .federated(let login, _) = record, !login.provider.isEmpty, let pages = login.pages,
            pages.idToken == nil
        else { return }
        throw AWSMobileClientError.noIDToken
    }

    /// The hindrance for a call that needs credentials; a guest waits for nothing.
    func hindranceOfCredentials(_ error: SessionError) -> Hindrance? {
        guard let record, record.isOfUser else { return nil }
        if record.isFederatedByToken, error.isRefusal { return .signInNeeded }
        return error.hindrance
    }
}

extension SessionError {
    /// Whether a service has refused with `NotAuthorizedException`.
    fileprivate var isRefusal: Bool {
        if case .service(let fault) = self { fault.code == .notAuthorized } else { false }
    }
}

extension AWSCredentials {
    fileprivate convenience init(_ credentials: GatehouseSession.AWSCredentials) {
        self.init(
            accessKey: credentials.accessKeyID,
            secretKey: credentials.secretAccessKey,
            sessionKey: credentials.sessionToken,
            expiration: credentials.expiration
        )
    }
}

extension Duration {
    fileprivate var seconds: TimeInterval {
        TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
    }
}
