// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServer
import GatehouseTesting
import GatehouseUserPools
import GatehouseWire

/// A pool and a client on a server of their own, and the steps that tests take again and again.
struct PoolFixture {
    static let password = "Correct-Horse-7!"

    let gatehouse: TestGatehouse
    let poolID: String
    let client: (id: String, secret: String?)
    /// What calls go to in place of the server's own pools.
    var pools: UserPools?

    /// Makes a pool from a request, and a client that may use every flow.
    static func make(
        pool: CreateUserPoolRequest = CreateUserPoolRequest(poolName: "test", autoVerifiedAttributes: [.email]),
        withSecret: Bool = false, on server: TestGatehouse? = nil,
        changing change: (inout CreateUserPoolClientRequest) -> Void = { _ in }
    ) async throws -> PoolFixture {
        let gatehouse = if let server { server } else { try await TestGatehouse() }
        let service = gatehouse.installation.userPools.service(for: gatehouse.administration)
        let poolID = try await service.createUserPool(pool).userPool?.id ?? ""
        var request = CreateUserPoolClientRequest(
            userPoolId: poolID, clientName: "test", generateSecret: withSecret,
            explicitAuthFlows: [.allowUserSrpAuth, .allowUserPasswordAuth, .allowRefreshTokenAuth])
        change(&request)
        let client = try await service.createUserPoolClient(request).userPoolClient
        return PoolFixture(
            gatehouse: gatehouse, poolID: poolID,
            client: (id: client?.clientId ?? "", secret: client?.clientSecret))
    }

    /// The operations, as anybody may call them.
    var anyone: UserPoolsService {
        (pools ?? gatehouse.installation.userPools).service(for: RequestContext(requestID: "test"))
    }

    /// The operations, as an administrator may call them.
    var administrator: UserPoolsService {
        (pools ?? gatehouse.installation.userPools).service(for: gatehouse.administration)
    }

    func hash(_ username: String) -> String? {
        client.secret.map { secretHash(username: username, clientID: client.id, clientSecret: Secret(utf8: $0)) }
    }

    @discardableResult
    func signUp(
        _ username: String = "alice", email: String? = "alice@example.com", password: String = Self.password
    ) async throws -> SignUpResponse {
        try await anyone.signUp(
            SignUpRequest(
                clientId: client.id, secretHash: hash(username), username: username, password: password,
                userAttributes: email.map { [AttributeType(name: "email", value: $0)] }))
    }

    func confirm(_ username: String = "alice", code: String? = nil) async throws {
        let sent = gatehouse.messages().first?.code ?? ""
        _ = try await anyone.confirmSignUp(
            ConfirmSignUpRequest(
                clientId: client.id, secretHash: hash(username), username: username, confirmationCode: code ?? sent))
    }

    /// A confirmed user with the fixture's password.
    func makeUser(_ username: String = "alice") async throws {
        try await gatehouse.makeUser(
            username, password: Self.password, inPool: poolID,
            attributes: ["email": "\(username)@example.com", "email_verified": "true"])
    }

    /// Signs in with the password itself.
    func signInWithPassword(
        _ username: String = "alice", _ password: String = Self.password
    ) async throws -> InitiateAuthResponse {
        var parameters = ["USERNAME": username, "PASSWORD": password]
        parameters["SECRET_HASH"] = hash(username)
        return try await anyone.initiateAuth(
            InitiateAuthRequest(authFlow: .userPasswordAuth, authParameters: parameters, clientId: client.id))
    }

    /// Signs in with the password and returns the tokens.
    func tokens(_ username: String = "alice") async throws -> AuthenticationResultType {
        guard let tokens = try await signInWithPassword(username).authenticationResult else {
            throw ServiceFault(.internalError, "The sign-in ended in a challenge.")
        }
        return tokens
    }
}

/// The fault that an operation ends in, or `nil` when it succeeds.
func fault(_ operation: () async throws -> Void) async throws -> ServiceFault? {
    do {
        try await operation()
        return nil
    } catch let fault as ServiceFault {
        return fault
    }
}

/// The faults that so many operations at the same time end in.
func faults(
    _ count: Int, of operation: @escaping @Sendable (_ number: Int) async throws -> Void
) async throws -> [ServiceFault?] {
    try await withThrowingTaskGroup(of: ServiceFault?.self) { group in
        for number in 0..<count { group.addTask { try await fault { try await operation(number) } } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
