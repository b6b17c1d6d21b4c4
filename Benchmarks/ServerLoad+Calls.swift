// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseWire

extension ServerLoad {
    /// The same pool and users, behind a server that was started again.
    func moved(to server: RunningServer) -> ServerLoad {
        ServerLoad(server: server, service: service, poolID: poolID, clientID: clientID)
    }

    /// Asks for page after page of the pool's users.
    func walkUsers(pages: Int) async throws {
        var token: String?
        for _ in 0..<pages {
            let request = ListUsersRequest(userPoolId: poolID, limit: 60, paginationToken: token)
            token = try await administer(ListUsersOperation.self, request)["PaginationToken"]?.stringValue
        }
    }

    /// A pool and a client beside the first ones, without users.
    func withPool(
        _ pool: CreateUserPoolRequest, flows: [ExplicitAuthFlowsType] = [.allowUserSrpAuth, .allowUserPasswordAuth]
    ) async throws -> ServerLoad {
        let made = try await administer(CreateUserPoolOperation.self, pool)
        guard let poolID = made["UserPool"]?["Id"]?.stringValue else { throw IncompleteAnswer(from: "CreateUserPool") }
        let request = CreateUserPoolClientRequest(userPoolId: poolID, clientName: "bench", explicitAuthFlows: flows)
        let client = try await administer(CreateUserPoolClientOperation.self, request)
        guard let clientID = client["UserPoolClient"]?["ClientId"]?.stringValue else {
            throw IncompleteAnswer(from: "CreateUserPoolClient")
        }
        return ServerLoad(server: server, service: service, poolID: poolID, clientID: clientID)
    }

    /// Makes a user as an administrator, and signs the user in.
    /// - Returns: the tokens of a first sign-in.
    func makeKnownUser(_ username: String) async throws -> AuthenticationResultType {
        try await administer(
            AdminCreateUserOperation.self,
            AdminCreateUserRequest(userPoolId: poolID, username: username, messageAction: .suppress))
        try await administer(
            AdminSetUserPasswordOperation.self,
            AdminSetUserPasswordRequest(
                userPoolId: poolID, username: username, password: Self.password, permanent: true))
        return try await signInWithPassword(as: username)
    }

    /// Calls an operation that needs AWS credentials; a server for developers takes any.
    @discardableResult
    func administer<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input
    ) async throws -> WireValue {
        let target = "\(Operation.service.targetPrefix ?? "").\(Operation.name)"
        let body = input.wireValue(in: .json).json()
        let headers = [("Content-Type", "application/x-amz-json-1.1"), ("X-Amz-Target", target)]
        var request = TransportRequest(url: service.endpoint.url, headers: headers, body: body)
        request.headers += SigV4.sign(
            SignableRequest(
                method: "POST", path: "/", headers: headers + [("host", service.endpoint.authority)],
                body: [UInt8](body)),
            credentials: SigningCredentials(accessKeyID: "AKIAEXAMPLE", secretAccessKey: "any"), region: "us-east-1",
            service: Operation.service.signingName, date: Date())
        let answer = try await AsyncHTTPClientTransport().send(request)
        guard answer.status == 200 else { throw UnexpectedAnswer(operation: Operation.name, status: answer.status) }
        return try WireValue(json: answer.body)
    }
}

/// An answer that a measurement cannot go on with.
struct UnexpectedAnswer: Error, CustomStringConvertible {
    let operation: String
    let status: Int
    var description: String { "\(operation) was answered with status \(status)." }
}
