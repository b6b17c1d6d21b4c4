// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehousePostgres
import GatehouseServer
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Logging
import Testing

/// The address of a PostgreSQL for tests, which `Scripts/with-postgres.sh` starts.
private let server = ProcessInfo.processInfo.environment["GATEHOUSEBUILD_POSTGRES"]

/// Two nodes in this process on one PostgreSQL, which do the same at the same time.
@Suite(.hangLimit, .enabled(if: server != nil, "Scripts/with-postgres.sh starts PostgreSQL"))
struct NodesOnPostgresTests {
    private static let password = "Correct-Horse-7!"

    private let nodes: [TestGatehouse]
    private let pool: String
    private let client: String

    init() async throws {
        let schema = "nodes_" + Entropy.system.characters(16, from: "0123456789abcdef")
        let settings = PostgresSettings(
            url: try PostgresURL(try #require(server) + "&schema=\(schema)"), connections: 4)
        var limits = PostgresLimits()
        // The machine runs many tests at once.
        limits.longestWait = .seconds(120)
        limits.statement = .seconds(60)
        limits.lock = .seconds(60)
        let database = try await PostgresDatabase.open(
            settings, limits: limits, entropy: .system, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        let first = try await TestGatehouse(on: database)
        nodes = [first, try first.restarted()]
        pool = try await first.makeUserPool()
        client = try await first.makeClient(ofPool: pool).id
    }

    /// The operations of a node, as an app calls them.
    private func app(_ node: Int) -> UserPoolsService {
        nodes[node].installation.userPools.service(for: RequestContext(requestID: "test"))
    }

    private func signIn(
        _ flow: AuthFlowType, _ parameters: [String: String], on node: Int
    ) async throws -> AuthenticationResultType {
        let answer = try await app(node).initiateAuth(
            InitiateAuthRequest(authFlow: flow, authParameters: parameters, clientId: client))
        return try #require(answer.authenticationResult)
    }

    @Test func `a user of one node signs in and refreshes on the other`() async throws {
        try await nodes[0].makeUser("ada", password: Self.password, inPool: pool)
        let tokens = try await signIn(.userPasswordAuth, ["USERNAME": "ada", "PASSWORD": Self.password], on: 1)
        let token = try #require(tokens.refreshToken)
        let renewed = try await signIn(.refreshTokenAuth, ["REFRESH_TOKEN": token], on: 0)
        #expect(renewed.accessToken != nil)
    }

    @Test func `a name that both nodes give at the same time is given once`() async throws {
        for number in 0..<10 {
            let outcomes = await withTaskGroup(of: String.self) { group in
                for node in nodes.indices { group.addTask { await signUp("user-\(number)", on: node) } }
                return await group.reduce(into: [String]()) { outcomes, outcome in outcomes.append(outcome) }
            }
            #expect(outcomes.sorted() == ["UsernameExistsException", "done"])
        }
    }

    /// Signs a user up; returns the code of the fault, or `done`.
    private func signUp(_ name: String, on node: Int) async -> String {
        do throws(ServiceFault) {
            _ = try await app(node).signUp(
                SignUpRequest(
                    clientId: client, username: name, password: Self.password,
                    userAttributes: [AttributeType(name: "email", value: "\(name)@example.org")]))
            return "done"
        } catch {
            return error.code.rawValue
        }
    }
}
