// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseData
import GatehouseDataModel
import GatehouseDataSite
import GatehouseDataStores
import GatehouseSites
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// The answers of each pattern of rules in the folder `Matrix`, which were written from the contract.
@Suite(.hangLimit)
struct RuleMatrixTests {
    @Test(arguments: RuleMatrix.files)
    func `the matrix has one answer for each pattern, caller and operation`(file: String) throws {
        let matrix = try RuleMatrix(file)
        #expect(!matrix.patterns.isEmpty)
        #expect(matrix.problems.isEmpty, "\(matrix.problems.joined(separator: "\n"))")
    }

    @Test(arguments: RuleMatrix.files)
    func `authenticated callers get the answers of the matrix`(file: String) async throws {
        for pattern in try RuleMatrix(file).patterns {
            let wrong = try await RuleBench(pattern).differences()
            #expect(wrong.isEmpty, "\(pattern.title)\n\(pattern.rules)\n\(RulePattern.table(wrong))")
        }
    }

    @Test(arguments: RuleMatrix.files)
    func `callers without valid credentials get the answers of the matrix`(file: String) async throws {
        let bench = try await DataBench()
        let user = try await bench.user("alice")
        bench.gatehouse.clock.advance(by: 3_600)
        let callers = [
            "expired API key": bench.withKey, "OIDC wrong issuer": [("Authorization", Self.foreignToken)],
            "expired token": user, "nobody": [],
        ]
        for pattern in try RuleMatrix(file).patterns {
            var api = try #require(try await bench.apis.api(bench.id)).stored
            api.schema = pattern.schema
            api.settings = pattern.settings
            try await bench.put(api, keyExpiry: 0)
            let caller = RuleCaller(caller: .apiKey, sub: "n1", name: "nobody", team: "Nobody")
            let requests = RuleRequests(
                own: RuleOwner(caller, pattern.ownName), foreign: .foreign(pattern.ownName), model: nil)
            var wrong: [(cell: RulePattern.Cell, found: String)] = []
            for cell in pattern.cells {
                guard let headers = callers[cell.caller] else { continue }
                let found =
                    cell.operation.hasPrefix("subscribe")
                    ? try await bench.refusalOfConnection(headers)
                    : await bench.refusal(of: requests.document(cell.operation), headers)
                if found != cell.answer { wrong.append((cell, found)) }
            }
            #expect(wrong.isEmpty, "\(pattern.title)\n\(pattern.rules)\n\(RulePattern.table(wrong))")
        }
    }

    /// A token in the right form of an issuer that no API accepts.
    private static let foreignToken = [
        #"{"alg":"RS256","kid":"1","typ":"JWT"}"#,
        #"{"iss":"https://issuer.example","sub":"o1","exp":4102444800,"cognito:groups":["Admin"]}"#,
        String(repeating: "s", count: 256),
    ].map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
}

extension DataBench {
    /// The words of the matrix for the answer to a request of HTTP.
    fileprivate func refusal(of document: String, _ headers: [(String, String)]) async -> String {
        let response = await post(Self.body(document), headers)
        let isRefused = response.status == 401 && response.refusal.first == "UnauthorizedException"
        return isRefused ? "401" : "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
    }

    /// The words of the matrix for the answer to a connection.
    fileprivate func refusalOfConnection(_ headers: [(String, String)]) async throws -> String {
        let connection = try await open(headers)
        let message = try await connection.socket.hear()
        let errors = message["payload"]?["errors"]?.arrayValue ?? []
        await connection.hangUp()
        guard message["type"] == "connection_error", errors.count == 1, errors[0]["errorCode"] == 401 else {
            return String(decoding: message.jsonBytes(), as: UTF8.self)
        }
        return "401"
    }
}
