// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseClient

/// Other projects' servers under the same load, each measured by its processor time.
///
/// `Scripts/bench-peers.py` starts them and says where they are.
struct Peers: Decodable {
    /// moto in server mode, Cognito for tests.
    ///
    /// It takes any password over SRP.
    struct Moto: Decodable {
        let url: String
        let processID: Int32
        let poolID: String
        let clientID: String
    }

    /// glewlwyd, an OAuth 2.0 server in C with SQLite.
    ///
    /// Its user is the one whose password it stores with its cheapest hash; its tokens are signed with RS256.
    struct Glewlwyd: Decodable {
        let tokenURL: String
        let processID: Int32
        let form: String
        let oauth: OAuth
    }

    /// A GraphQL API in Python with SQLite; its header `Authorization` is the name of the user.
    struct Ariadne: Decodable {
        let url: String
        let processID: Int32
        let user: String
        /// The id of a record of the user.
        let record: String
    }

    let moto: Moto
    let glewlwyd: Glewlwyd
    let ariadne: Ariadne

    static func read(_ path: String) throws -> Peers {
        try JSONDecoder().decode(Peers.self, from: try Data(contentsOf: URL(filePath: path)))
    }

    func rows(beside load: ServerLoad) async throws -> [Row] {
        let theirs = try motoLoad(load)
        let password: @Sendable (ServerLoad, Int) async throws -> Void = { load, worker in
            try await load.signInWithPassword(as: "bench-\(worker)")
        }
        return [
            try await row("SRP sign-in, beside moto (which takes any password)", load, theirs, count: 160) {
                try await $0.signIn(as: "bench-\($1)")
            },
            try await row("Password sign-in, beside moto", load, theirs, count: 160, password),
            try await passwordsBesideGlewlwyd(load, password),
        ]
    }

    private func motoLoad(_ load: ServerLoad) throws -> (MeasuredProcess, ServerLoad) {
        let endpoint = try Endpoint(moto.url, key: "url")
        let service = ServiceClient(endpoint: endpoint, transport: AsyncHTTPClientTransport())
        let theirs = ServerLoad(
            server: load.server, service: service, poolID: moto.poolID, clientID: moto.clientID)
        return (MeasuredProcess(id: moto.processID), theirs)
    }

    private func row(
        _ name: String, _ ours: ServerLoad, _ theirs: (process: MeasuredProcess, load: ServerLoad), count: Int,
        _ work: @escaping @Sendable (ServerLoad, Int) async throws -> Void
    ) async throws -> Row {
        let own = try await ours.server.measured.rate(of: count, workers: ServerLoad.users) {
            try await work(ours, $0)
        }
        let peer = try await theirs.process.rate(of: count, workers: ServerLoad.users) {
            try await work(theirs.load, $0)
        }
        return Self.row(name, own, peer)
    }

    private func passwordsBesideGlewlwyd(
        _ load: ServerLoad, _ password: @escaping @Sendable (ServerLoad, Int) async throws -> Void
    ) async throws -> Row {
        let own = try await load.server.measured.rate(of: 320, workers: ServerLoad.users) {
            try await password(load, $0)
        }
        guard let url = URL(string: glewlwyd.tokenURL) else { throw URLError(.badURL) }
        let headers = [("Content-Type", "application/x-www-form-urlencoded")]
        let request = TransportRequest(url: url, headers: headers, body: Data(glewlwyd.form.utf8))
        let peer = try await MeasuredProcess(id: glewlwyd.processID).rate(of: 320, workers: ServerLoad.users) { _ in
            let answer = try await AsyncHTTPClientTransport().send(request)
            guard answer.status == 200 else { throw UnexpectedAnswer(operation: "glewlwyd", status: answer.status) }
        }
        return Self.row("Password sign-in, beside glewlwyd", own, peer)
    }

    /// A row that compares the rate of this server with that of a peer.
    static func row(_ name: String, _ own: Double, _ peer: Double) -> Row {
        Row(
            name: name, result: "\(own.rounded(0))/s per core", limit: "\(peer.rounded(0))/s per core",
            ratio: "\((own / peer).rounded(1)) ×", promise: "≥ 1 ×", holds: own >= peer)
    }
}
