// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCrypto
import GatehouseLibCrypto
import GatehouseSQLite
import GatehouseStorage
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire

/// SRP sign-ins with a wrong password and with an unknown name, where the client hides unknown users.
///
/// One call is made at a time, and its time is taken as an attacker would take it. The two kinds take turns, so that a
/// machine whose speed changes changes it for both.
struct UnknownNames {
    /// Sign-ins of each kind, two calls each.
    private static let count = 10_000
    /// Wrong passwords that no lock follows; then a right one clears the count.
    private static let attempts = 4

    let load: ServerLoad

    /// Lets the client of a server's first pool hide unknown users, and starts the server.
    static func prepare(_ server: MeasuredServer) async throws -> UnknownNames {
        let first = try await server.start()
        let load = try await ServerLoad.prepare(first)
        first.stop()
        try await hideUnknownUsers(fromClient: load.clientID, of: server)
        return UnknownNames(load: load.moved(to: try await server.start(onCore: 0)))
    }

    private static func hideUnknownUsers(fromClient id: String, of server: MeasuredServer) async throws {
        let database = try SQLiteDatabase(path: server.folder.appending(path: "data/gatehouse.sqlite").path)
        try await SQLUserPoolStore(database).write { store in
            guard var client = try store.appClient(id) else { throw IncompleteAnswer(from: "the store") }
            client.description.preventUserExistenceErrors = .enabled
            try store.update(client)
        }
    }

    func measure() async throws -> Row {
        var known: [Double] = []
        var unknown: [Double] = []
        var round = 0
        while known.count < Self.count {
            for user in 0..<ServerLoad.users {
                for _ in 0..<Self.attempts {
                    known.append(try await time(as: "bench-\(user)"))
                    unknown.append(try await time(as: "name-\(round)-\(user)"))
                }
                _ = try await load.signIn(as: "bench-\(user)")
            }
            round += 1
        }
        let medians = [known, unknown].map { $0.sorted()[$0.count / 2] }
        let ratio = medians[1] / medians[0]
        return Row(
            name: "SRP sign-in, wrong password and unknown name, \(Self.count) each",
            result: medians.map { ($0 * 1e3).rounded(2) }.joined(separator: ", ") + " ms",
            limit: "the wrong password", ratio: "\(ratio.rounded(3)) ×", promise: "0.98 × to 1.02 ×",
            holds: (0.98...1.02).contains(ratio))
    }

    /// The seconds that the two calls of a refused sign-in take together.
    private func time(as username: String) async throws -> Double {
        let srp = SRPClient(privateKey: Entropy.system.bytes(32), arithmetic: LibCryptoArithmetic())
        let start = InitiateAuthRequest(
            authFlow: .userSrpAuth, authParameters: ["USERNAME": username, "SRP_A": srp.publicKeyHex],
            clientId: load.clientID)
        let clock = ContinuousClock()
        let begun = clock.now
        let challenge = try await load.service.initiateAuth(start)
        let first = clock.now - begun
        let parameters = ChallengeParameters(challenge.challengeParameters, from: "InitiateAuth")
        let responses = [
            "TIMESTAMP": srpTimestamp(Date()), "PASSWORD_CLAIM_SECRET_BLOCK": try parameters["SECRET_BLOCK"],
            "PASSWORD_CLAIM_SIGNATURE": Base64.encode(Entropy.system.bytes(32)),
        ]
        let answered = clock.now
        do {
            _ = try await load.answer(
                .passwordVerifier, challenge.session, responses, as: try parameters["USERNAME"])
        } catch let fault as ServiceFault where fault.message == "Incorrect username or password." {
            return (first + (clock.now - answered)).seconds
        }
        throw IncompleteAnswer(from: "RespondToAuthChallenge")
    }
}
