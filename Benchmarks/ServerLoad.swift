// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseClient
import GatehouseWire

/// Sign-ins and renewals over HTTP, as fast as a server takes them that is kept on one core; the load has the others.
struct ServerLoad {
    static let password = "Correct-Horse-7!"
    static let users = 16

    let server: RunningServer
    let service: ServiceClient
    let poolID: String
    let clientID: String

    /// Creates a pool that tracks no devices, with its users.
    ///
    /// The pool of the server's first start tracks them, so that each sign-in there also writes a device.
    static func prepare(_ server: RunningServer) async throws -> ServerLoad {
        let load = try await onFirstPool(of: server).withPool(
            CreateUserPoolRequest(poolName: "bench", autoVerifiedAttributes: [.email]),
            flows: [.allowUserSrpAuth, .allowUserPasswordAuth, .allowRefreshTokenAuth])
        for number in 0..<users { try await load.makeUser("bench-\(number)") }
        return load
    }

    /// Returns the load on the pool that the server's first start made, which has no users.
    static func onFirstPool(of server: RunningServer) throws -> ServerLoad {
        let file = server.folder.appending(path: "data/amplify_outputs.json")
        let outputs = try WireValue(json: try Data(contentsOf: file))
        guard let auth = outputs["auth"], let poolID = auth["user_pool_id"]?.stringValue,
            let clientID = auth["user_pool_client_id"]?.stringValue
        else { throw IncompleteAnswer(from: file.lastPathComponent) }
        return ServerLoad(
            server: server,
            service: ServiceClient(
                endpoint: try Endpoint(server.url, key: "url"), transport: AsyncHTTPClientTransport()),
            poolID: poolID, clientID: clientID)
    }

    /// SRP sign-ins: two requests each.
    func signIns() async throws -> Row {
        try await row("SRP sign-in over HTTP", limit: \.signIns, atLeast: 0.45, count: 320) {
            try await self.signIn(as: $0)
        }
    }

    /// Sign-ins with USER_PASSWORD_AUTH: one request each.
    func passwordSignIns() async throws -> Row {
        try await row("Password sign-in over HTTP", limit: \.passwordSignIns, atLeast: 0.60, count: 480) {
            try await self.signInWithPassword(as: $0)
        }
    }

    /// Renewals with `GetTokensFromRefreshToken`.
    func refreshes() async throws -> Row {
        guard let token = try await signIn(as: "bench-0").refreshToken else {
            throw IncompleteAnswer(from: "a sign-in")
        }
        let request = GetTokensFromRefreshTokenRequest(refreshToken: token, clientId: clientID)
        return try await row("Refresh over HTTP", limit: \.refreshes, atLeast: 0.55, count: 800) { _ in
            _ = try await self.service.getTokensFromRefreshToken(request)
        }
    }

    /// `GetUser` with a valid access token.
    func reads() async throws -> Row {
        guard let token = try await signIn(as: "bench-0").accessToken else { throw IncompleteAnswer(from: "a sign-in") }
        let request = GetUserRequest(accessToken: token)
        var rates: [Double] = []
        for _ in 0..<9 {
            rates.append(
                try await server.measured.rate(of: 4_000, workers: Self.users) { _ in
                    _ = try await self.service.getUser(request)
                })
        }
        let rate = rates.sorted()[rates.count / 2]
        return Row(
            name: "`GetUser` over HTTP", result: "\(rate.rounded(0))/s", limit: "8000/s",
            ratio: "\((rate / 8_000).rounded(2)) ×", promise: "≥ 8000/s", holds: rate >= 8_000)
    }

    /// Measures limit and server in turn, since a shared machine's speed changes from second to second, and takes the
    /// round whose ratio is the median.
    ///
    /// The time of `prepare` before each round does not count.
    func row(
        _ name: String, limit: KeyPath<Limits, Double>, atLeast promise: Double, count: Int,
        preparing prepare: () async throws -> Void = {}, _ work: @escaping @Sendable (String) async throws -> Void
    ) async throws -> Row {
        try await prepare()
        for number in 0..<Self.users { try await work("bench-\(number)") }
        var rounds: [(rate: Double, limit: Double)] = []
        for _ in 0..<9 {
            try await prepare()
            let before = try Limits.measure()[keyPath: limit]
            let rate = try await server.measured.rate(of: count, workers: Self.users) { try await work("bench-\($0)") }
            let after = try Limits.measure()[keyPath: limit]
            rounds.append((rate, (before + after) / 2))
        }
        let median = rounds.sorted { $0.rate / $0.limit < $1.rate / $1.limit }[rounds.count / 2]
        let ratio = median.rate / median.limit
        return Row(
            name: name, result: "\(median.rate.rounded(0))/s per core", limit: "\(median.limit.rounded(0))/s",
            ratio: "\((ratio * 100).rounded(0)) %", promise: "≥ \((promise * 100).rounded(0)) %",
            holds: ratio >= promise)
    }

    /// Signs a user up and confirms the account.
    func makeUser(_ username: String) async throws {
        let email = username + "@example.com"
        _ = try await service.signUp(
            SignUpRequest(
                clientId: clientID, username: username, password: Self.password,
                userAttributes: [AttributeType(name: "email", value: email)]))
        let code = try await code(sentTo: email)
        _ = try await service.confirmSignUp(
            ConfirmSignUpRequest(clientId: clientID, username: username, confirmationCode: code))
    }

    func code(sentTo recipient: String) async throws -> String {
        guard let url = URL(string: server.url + "/dev/outbox?format=json") else {
            throw IncompleteAnswer(from: server.url)
        }
        let answer = try await AsyncHTTPClientTransport().send(TransportRequest(method: .get, url: url))
        let messages = try WireValue(json: answer.body).arrayValue ?? []
        let message = messages.first { $0["to"]?.stringValue == recipient }
        guard let code = message?["code"]?.stringValue else { throw IncompleteAnswer(from: "the outbox") }
        return code
    }
}
