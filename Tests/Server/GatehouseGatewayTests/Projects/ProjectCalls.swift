// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseWire
import Testing

/// Calls of project records over the wire, signed with the administration key or with another one.
struct ProjectCalls {
    typealias Key = (keyID: String, secret: String)

    let gatehouse: TestGatehouse

    init() async throws {
        gatehouse = try await TestGatehouse(verifiesSignatures: true)
    }

    static func request(_ operation: String, _ members: WireValue) -> TestRequest {
        .call("GatehouseProjects.\(operation)", json: String(decoding: members.json(), as: UTF8.self))
    }

    /// The answer to a call by the holder of a key, an administrator by default.
    func send(
        _ operation: String, _ members: WireValue, by key: Key? = nil, region: String = "us-east-1"
    ) async -> TestResponse {
        await gatehouse.send(
            Self.request(operation, members).signed(
                "gatehouse", at: gatehouse.clock.now, keyID: key?.keyID ?? TestGatehouse.administratorKeyID,
                secret: key?.secret ?? TestGatehouse.administratorSecret, region: region))
    }

    /// The answer to a call that succeeds.
    @discardableResult
    func call(_ operation: String, _ members: WireValue) async throws -> WireValue {
        let answer = await send(operation, members)
        #expect(answer.status == 200, "\(operation): \(answer.text)")
        return answer.json
    }

    /// The status and the code of a call that is refused.
    func refusal(
        _ operation: String, _ members: WireValue, by key: Key? = nil, region: String = "us-east-1"
    ) async -> String {
        let answer = await send(operation, members, by: key, region: region)
        return "\(answer.status) \(answer.fault ?? "none")"
    }

    /// Creates a project with environments.
    /// - Returns: its id.
    func makeProject(_ environments: String...) async throws -> String {
        let made = try await call("CreateProject", ["ProjectName": "Shop"])
        let id = try #require(made["Project"]?["AppId"]?.stringValue)
        for name in environments {
            try await call(
                "CreateEnvironment",
                [
                    "AppId": .string(id), "EnvironmentName": .string(name), "AuthRoleName": "auth",
                    "UnauthRoleName": "unauth",
                ])
        }
        return id
    }

    /// Locks an environment.
    /// - Returns: the token of the lock.
    func lock(_ environment: String, of project: String) async throws -> String {
        let answer = try await call("LockEnvironment", Self.place(project, environment, ["Holder": "ada@one"]))
        return try #require(answer["LockToken"]?.stringValue)
    }

    /// The members of a request for an environment, with others.
    static func place(
        _ project: String, _ environment: String, _ others: [WireName: WireValue] = [:]
    ) -> WireValue {
        let place: [WireName: WireValue] = ["AppId": .string(project), "EnvironmentName": .string(environment)]
        return .object(place.merging(others) { $1 })
    }

    /// A file of a state whose content is a text.
    static func file(_ path: String, _ text: String) -> WireValue {
        [
            "Path": .string(path), "Sha256": .string(Hex.encode(sha256(Array(text.utf8)))),
            "Size": .integer(Int64(text.utf8.count)),
        ]
    }

    /// The members of a request that puts a state.
    static func state(
        _ project: String, _ environment: String, token: String, _ files: [WireValue],
        _ others: [WireName: WireValue] = [:]
    ) -> WireValue {
        let members: [WireName: WireValue] = [
            "LockToken": .string(token), "Files": .array(files), "Outputs": "{}", "PushedFrom": "one",
        ]
        return place(project, environment, members.merging(others) { $1 })
    }

    /// The members of a request that stores contents.
    static func contents(_ project: String, _ contents: [Data]) -> WireValue {
        let files = contents.map { WireValue.object(["Content": .string($0.base64EncodedString())]) }
        return ["AppId": .string(project), "Files": .array(files)]
    }
}
