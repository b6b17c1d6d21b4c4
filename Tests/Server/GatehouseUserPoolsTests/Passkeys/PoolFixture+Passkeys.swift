// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// The calls with which users manage their passkeys.
extension PoolFixture {
    /// A pool whose users may sign in with passkeys, and alice in it.
    static func withPasskeys(
        _ configuration: WebAuthnConfigurationType? = nil, hidingUnknownUsers: Bool = false,
        on server: TestGatehouse? = nil
    ) async throws -> PoolFixture {
        let policy = UserPoolPolicyType(
            signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .webAuthn]))
        let fixture = try await make(
            pool: CreateUserPoolRequest(poolName: "test", policies: policy), on: server
        ) {
            $0.explicitAuthFlows = [.allowUserPasswordAuth, .allowUserAuth, .allowRefreshTokenAuth]
            $0.preventUserExistenceErrors = hidingUnknownUsers ? .enabled : .legacy
        }
        if let configuration { try await fixture.configure(configuration) }
        try await fixture.makeUser()
        return fixture
    }

    func configure(_ configuration: WebAuthnConfigurationType?) async throws {
        try await anyone.pools.records.write { [poolID] store in
            var pool = try store.existingPool(poolID)
            pool.factors.webAuthn = configuration
            try store.update(pool)
        }
    }

    func creationOptions(token: String) async throws -> WireValue {
        try await anyone.startWebAuthnRegistration(StartWebAuthnRegistrationRequest(accessToken: token))
            .credentialCreationOptions
    }

    func complete(_ credential: WireValue, token: String) async throws {
        _ = try await anyone.completeWebAuthnRegistration(
            CompleteWebAuthnRegistrationRequest(accessToken: token, credential: credential))
    }

    /// Registers a passkey, and changes the answer on its way.
    func register(
        _ authenticator: inout TestAuthenticator, token: String,
        changing change: (inout WireValue) -> Void = { _ in }
    ) async throws {
        var credential = try authenticator.register(options: try await creationOptions(token: token))
        change(&credential)
        try await complete(credential, token: token)
    }

    func passkeys(token: String) async throws -> [WebAuthnCredentialDescription] {
        try await anyone.listWebAuthnCredentials(ListWebAuthnCredentialsRequest(accessToken: token)).credentials
    }

    func deletePasskey(_ id: String, token: String) async throws {
        _ = try await anyone.deleteWebAuthnCredential(
            DeleteWebAuthnCredentialRequest(accessToken: token, credentialId: id))
    }

    /// Another client of the same pool.
    func withAnotherClient() async throws -> PoolFixture {
        let client = try await administrator.createUserPoolClient(
            CreateUserPoolClientRequest(
                userPoolId: poolID, clientName: "other", explicitAuthFlows: [.allowUserPasswordAuth, .allowUserAuth])
        ).userPoolClient
        return PoolFixture(gatehouse: gatehouse, poolID: poolID, client: (id: client?.clientId ?? "", secret: nil))
    }
}
