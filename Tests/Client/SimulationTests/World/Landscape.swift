// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseServer
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
import Synchronization

/// A server with pools and users, prepared once; every run begins with a copy of it.
struct Landscape: Sendable {
    /// One of the app clients, which differ in their treatment of refresh tokens.
    struct Client: Sendable {
        let id: String
        let identityPool: String
        /// The time in seconds for which a replaced refresh token still works; nil without rotation.
        let gracePeriod: Int?
    }

    enum Pools {
        case userPoolOnly, identityPoolOnly, both
    }

    static let password = "Correct-Horse-1"
    static let users = ["ada", "bob", "cleo"]
    /// A user with codes by SMS as the second factor.
    static let userWithCodes = "dora"
    static let phone = "+12025550123"

    let gatehouse: TestGatehouse
    let userPool: String
    let clients: [Client]

    /// The landscape, made at first use.
    static let shared = Task { try await Landscape() }

    private init() async throws {
        gatehouse = try await TestGatehouse(seed: 0)
        userPool = try await gatehouse.makeUserPool()
        for user in Self.users {
            try await Self.make(user, on: gatehouse, userPool)
        }
        try await Self.makeUserWithCodes(on: gatehouse, userPool)
        var clients: [Client] = []
        for gracePeriod in [nil, 0, 60] as [Int?] {
            clients.append(try await Self.makeClient(gatehouse, userPool, gracePeriod))
        }
        self.clients = clients
    }

    /// Makes a confirmed user with an address that is verified.
    static func make(_ user: String, on gatehouse: TestGatehouse, _ userPool: String) async throws {
        try await gatehouse.makeUser(
            user,
            password: password,
            inPool: userPool,
            attributes: ["email": "\(user)@example.com", "email_verified": "true"]
        )
    }

    /// Lets the pool send codes by SMS, and makes the user who gets them.
    private static func makeUserWithCodes(on gatehouse: TestGatehouse, _ userPool: String) async throws {
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let sms = SmsConfigurationType(snsCallerArn: "arn:aws:iam::123456789012:role/sms")
        _ = try await service.setUserPoolMfaConfig(
            SetUserPoolMfaConfigRequest(
                userPoolId: userPool,
                smsMfaConfiguration: SmsMfaConfigType(smsConfiguration: sms),
                mfaConfiguration: .optional
            )
        )
        try await gatehouse.makeUser(
            userWithCodes,
            password: password,
            inPool: userPool,
            attributes: ["phone_number": phone, "phone_number_verified": "true"]
        )
        _ = try await service.adminSetUserMFAPreference(
            AdminSetUserMFAPreferenceRequest(
                smsMfaSettings: SMSMfaSettingsType(enabled: true),
                username: userWithCodes,
                userPoolId: userPool
            )
        )
    }

    private static func makeClient(
        _ gatehouse: TestGatehouse, _ userPool: String, _ gracePeriod: Int?
    ) async throws -> Client {
        let client = try await gatehouse.makeClient(ofPool: userPool)
        if let gracePeriod {
            let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
            _ = try await service.updateUserPoolClient(
                UpdateUserPoolClientRequest(
                    userPoolId: userPool,
                    clientId: client.id,
                    explicitAuthFlows: [.allowUserSrpAuth, .allowUserPasswordAuth],
                    refreshTokenRotation: RefreshTokenRotationType(
                        feature: .enabled,
                        retryGracePeriodSeconds: gracePeriod
                    )
                )
            )
        }
        return Client(
            id: client.id,
            identityPool: try await gatehouse.makeIdentityPool(userPool: userPool, client: client),
            gracePeriod: gracePeriod
        )
    }

    /// The plugin's block of a generation 1 configuration.
    func configuration(_ client: Client, _ pools: Pools) -> JSONValue {
        var block: [String: JSONValue] = [
            "Auth": [
                "Default": [
                    "Endpoint": .string(gatehouse.baseURL), "authenticationFlowType": "USER_PASSWORD_AUTH",
                ]
            ]
        ]
        if pools != .identityPoolOnly {
            let pool: JSONValue = [
                "PoolId": .string(userPool), "AppClientId": .string(client.id), "Region": "us-east-1",
            ]
            block["CognitoUserPool"] = ["Default": pool]
        }
        if pools != .userPoolOnly {
            let identity: JSONValue = ["PoolId": .string(client.identityPool), "Region": "us-east-1"]
            block["CredentialsProvider"] = ["CognitoIdentity": ["Default": identity]]
        }
        return .object(block)
    }
}

/// The events of a run, in order, without anything that differs between two runs of the same seed.
final class Journal: Sendable {
    private let entries = Mutex<[String]>([])

    var lines: [String] { entries.withLock { $0 } }

    func note(_ line: String) { entries.withLock { $0.append(line) } }
}

/// The present probabilities of faults, in per cent.
final class Weather: Sendable {
    struct Conditions: Sendable, Equatable {
        var network = 0
        var store = 0
        /// Whether there is no network at all.
        var isOffline = false

        static let calm = Conditions()
    }

    private let state = Mutex(Conditions.calm)

    var conditions: Conditions {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// A part that is broken on purpose, to check that the run detects it.
enum Sabotage: CaseIterable {
    /// The store keeps the first half of each value.
    case halfWrites
    /// The store reports a write that it has not made.
    case forgottenWrites
    /// A failing network answers like a user pool that refuses for good.
    case inventedRefusals
    /// The answers of two refreshes are mixed up.
    case mixedTokens
    /// The process has two engines that do not know of each other.
    case twoEngines
    /// A request is never answered, whatever its timeout.
    case silence
    /// The user pool refuses a refresh token that is good.
    case unjustRefusals
}
