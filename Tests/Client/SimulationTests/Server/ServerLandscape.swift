// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools

/// A server with a pool and users, prepared once; every run begins with a copy of it.
struct ServerLandscape: Sendable {
    /// An app client.
    struct Client: Sendable {
        let id: String
        /// The time in seconds for which a replaced refresh token still works; nil without rotation.
        let gracePeriod: Int?
    }

    /// The users who exist at the beginning, confirmed, with the password ``password``.
    static let residents = ["ada", "bob", "cleo"]
    /// The names under which users sign up during a run.
    static let newcomers = ["eve", "finn"]
    /// A user with an authenticator app as second factor.
    static let userWithTOTP = "dora"
    /// Users who were imported with hashes of the password.
    static let visitors = SimulatedImport(number: 0).names
    /// The administrator who imports users.
    static let importer = "importer"
    static let users = residents + newcomers + [userWithTOTP]
    static let password = TestGatehouse.password

    let gatehouse: TestGatehouse
    let pool: TestPool
    let clients: [Client]
    /// The columns of files with users.
    let importColumns: [String]

    /// The landscape, made at first use.
    static let shared = Task { try await ServerLandscape() }

    private init() async throws {
        gatehouse = try await TestGatehouse(seed: 0)
        pool = try await gatehouse.pool
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        try await Self.configure(pool, calling: nil, service)
        for user in Self.residents { try await gatehouse.makeUser(user) }
        try await gatehouse.makeUser(Self.userWithTOTP, .withTOTP)
        _ = try await gatehouse.startImport(
            of: Self.visitors.map { PoolFixture.row($0, ["password_hash": PoolFixture.bcryptHash]) },
            intoPool: pool.id, hashing: .bcrypt)
        try await gatehouse.runImports()
        // The server that makes the landscape has no programs, so its pool gets their names last.
        try await Self.configure(
            pool,
            calling: LambdaConfigType(
                preAuthentication: SimulatedPrograms.arn("before"), preTokenGeneration: SimulatedPrograms.arn("tokens")),
            service)
        var clients: [Client] = []
        for gracePeriod in [nil, 0, 60] as [Int?] {
            let client = try await gatehouse.makeClient(ofPool: pool.id)
            if let gracePeriod {
                _ = try await service.updateUserPoolClient(
                    UpdateUserPoolClientRequest(
                        userPoolId: pool.id, clientId: client.id,
                        explicitAuthFlows: [.allowUserSrpAuth, .allowUserPasswordAuth, .allowUserAuth],
                        refreshTokenRotation: RefreshTokenRotationType(
                            feature: .enabled, retryGracePeriodSeconds: gracePeriod)))
            }
            clients.append(Client(id: client.id, gracePeriod: gracePeriod))
        }
        self.clients = clients
        importColumns = try await service.getCSVHeader(GetCSVHeaderRequest(userPoolId: pool.id)).csvHeader ?? []
    }

    /// Sets all settings of the pool, since an update resets those that it omits.
    private static func configure(
        _ pool: TestPool, calling functions: LambdaConfigType?, _ service: UserPoolsService
    ) async throws {
        _ = try await service.updateUserPool(
            UpdateUserPoolRequest(
                userPoolId: pool.id,
                policies: UserPoolPolicyType(
                    signInPolicy: SignInPolicyType(allowedFirstAuthFactors: [.password, .emailOtp, .webAuthn])),
                lambdaConfig: functions, autoVerifiedAttributes: [.email],
                deviceConfiguration: DeviceConfigurationType(
                    challengeRequiredOnNewDevice: true, deviceOnlyRememberedOnUserPrompt: true)))
        _ = try await service.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: pool.id, softwareTokenMfaConfiguration: SoftwareTokenMfaConfigType(enabled: true),
                mfaConfiguration: .optional))
    }

    /// The address of a user.
    static func address(of user: String) -> String { "\(user)@example.com" }
}
