// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import CognitoAdminShapes
package import CognitoShapes
import GatehouseCore
import GatehouseCrypto
import GatehouseServer
import GatehouseSignIn
package import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseUserPools
package import GatehouseWire

/// A pool and a client on a server of their own, and the steps that tests take again and again.
package struct PoolFixture: Sendable {
    /// The password of every user, unless a test says another.
    package static let password = "Correct-Horse-7!"

    /// The server.
    package let gatehouse: TestGatehouse
    /// The pool's id.
    package let poolID: String
    /// The client's id, and its secret if it has one.
    package let client: (id: String, secret: String?)
    /// The user pools that receive the calls instead of the server's own.
    package var pools: UserPools?

    /// An existing pool and an existing client.
    package init(
        gatehouse: TestGatehouse, poolID: String, client: (id: String, secret: String?), pools: UserPools? = nil
    ) {
        self.gatehouse = gatehouse
        self.poolID = poolID
        self.client = client
        self.pools = pools
    }

    /// Makes a pool from a request, and a client that may use every flow.
    /// - Throws: the service's fault.
    package static func make(
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

    /// A pool whose users get codes by e-mail.
    package static func request(_ change: (inout CreateUserPoolRequest) -> Void) -> CreateUserPoolRequest {
        var request = CreateUserPoolRequest(poolName: "test", autoVerifiedAttributes: [.email])
        change(&request)
        return request
    }

    /// The operations as a caller without credentials calls them.
    package var anyone: UserPoolsService {
        (pools ?? gatehouse.installation.userPools).service(for: RequestContext(requestID: "test"))
    }

    /// The operations, as an administrator may call them.
    package var administrator: UserPoolsService {
        (pools ?? gatehouse.installation.userPools).service(for: gatehouse.administration)
    }

    /// The secret hash of a user, where the client has a secret.
    package func hash(_ username: String) -> String? {
        client.secret.map { secretHash(username: username, clientID: client.id, clientSecret: Secret(utf8: $0)) }
    }

    /// Signs a user up.
    /// - Throws: the service's fault.
    @discardableResult
    package func signUp(
        _ username: String = "alice", email: String? = "alice@example.com", password: String = Self.password
    ) async throws -> SignUpResponse {
        try await anyone.signUp(
            SignUpRequest(
                clientId: client.id, secretHash: hash(username), username: username, password: password,
                userAttributes: email.map { [AttributeType(name: "email", value: $0)] }))
    }

    /// Confirms a sign-up, with the code of the newest message unless there is another.
    /// - Throws: the service's fault.
    package func confirm(_ username: String = "alice", code: String? = nil) async throws {
        let sent = gatehouse.messages().first?.code ?? ""
        _ = try await anyone.confirmSignUp(
            ConfirmSignUpRequest(
                clientId: client.id, secretHash: hash(username), username: username, confirmationCode: code ?? sent))
    }

    /// A confirmed user with the fixture's password.
    /// - Throws: the service's fault.
    package func makeUser(_ username: String = "alice") async throws {
        try await gatehouse.makeUser(
            username, password: Self.password, inPool: poolID,
            attributes: ["email": "\(username)@example.com", "email_verified": "true"])
    }

    /// Signs in with the password itself.
    /// - Throws: the service's fault.
    package func signInWithPassword(
        _ username: String = "alice", _ password: String = Self.password
    ) async throws -> InitiateAuthResponse {
        var parameters = ["USERNAME": username, "PASSWORD": password]
        parameters["SECRET_HASH"] = hash(username)
        return try await anyone.initiateAuth(
            InitiateAuthRequest(authFlow: .userPasswordAuth, authParameters: parameters, clientId: client.id))
    }

    /// Signs in with the password and returns the tokens.
    /// - Throws: the service's fault, or an internal error where the sign-in ends in a challenge.
    package func tokens(_ username: String = "alice") async throws -> AuthenticationResultType {
        guard let tokens = try await signInWithPassword(username).authenticationResult else {
            throw ServiceFault(.internalError, "The sign-in ended in a challenge.")
        }
        return tokens
    }

    /// The access token of a new sign-in with the password.
    /// - Throws: what ``tokens(_:)`` throws.
    package func accessToken(_ username: String = "alice") async throws -> String {
        try await tokens(username).accessToken ?? ""
    }
}

/// Runs an operation, and returns its fault, or `nil` if it succeeds.
/// - Throws: the operation's error if it is not a fault.
package func fault(_ operation: () async throws -> Void) async throws -> ServiceFault? {
    do {
        try await operation()
        return nil
    } catch let fault as ServiceFault {
        return fault
    }
}

/// Runs operations concurrently, and returns their faults.
/// - Throws: the error of an operation if it is not a fault.
package func faults(
    _ count: Int, of operation: @escaping @Sendable (_ number: Int) async throws -> Void
) async throws -> [ServiceFault?] {
    try await withThrowingTaskGroup(of: ServiceFault?.self) { group in
        for number in 0..<count { group.addTask { try await fault { try await operation(number) } } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
