// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// A server whose roles, policies and providers the calls of IAM administer.
struct ManagementBench {
    static let account = "arn:aws:iam::123456789012:"
    static let version = "2010-05-08"
    static let trust = #"""
        {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"sts:AssumeRole",
         "Principal":{"AWS":"123456789012"}}]}
        """#
    static let permission = #"""
        {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":"a:List*","Resource":"*"}]}
        """#

    /// A call with the members of its request.
    typealias Call = (action: String, fields: [(String, String)])

    let gatehouse: TestGatehouse

    init(_ gatehouse: TestGatehouse) {
        self.gatehouse = gatehouse
    }

    init() async throws {
        gatehouse = try await TestGatehouse(verifiesSignatures: true)
    }

    /// The form of a call.
    static func form(_ action: String, _ fields: [(String, String)] = []) -> TestRequest {
        .form(FormFields.text([("Action", action), ("Version", version)] + fields))
    }

    /// The answer to a call by the holder of a key, an administrator by default.
    func send(
        _ action: String, _ fields: [(String, String)] = [], by key: (keyID: String, secret: String)? = nil
    ) async -> TestResponse {
        await gatehouse.send(
            Self.form(action, fields).signed(
                "iam", at: gatehouse.clock.now, keyID: key?.keyID ?? TestGatehouse.administratorKeyID,
                secret: key?.secret ?? TestGatehouse.administratorSecret))
    }

    /// The result of a call that succeeds.
    @discardableResult
    func call(_ action: String, _ fields: [(String, String)] = []) async throws -> WireValue {
        let answer = await send(action, fields)
        #expect(answer.status == 200, "\(action): \(answer.text)")
        return try QueryAnswer.result(answer.body, operation: action)
    }

    /// The status and the code of a call that is refused.
    func refusal(
        _ action: String, _ fields: [(String, String)] = [], by key: (keyID: String, secret: String)? = nil
    ) async -> String {
        let answer = await send(action, fields, by: key)
        return "\(answer.status) \(QueryAnswer.fault(body: answer.body, status: answer.status).code.rawValue)"
    }

    /// Creates a role that users of the account may assume.
    func makeRole(_ name: String, _ fields: [(String, String)] = []) async throws {
        try await call("CreateRole", [("RoleName", name), ("AssumeRolePolicyDocument", Self.trust)] + fields)
    }

    /// Creates a policy of the registry.
    /// - Returns: its ARN.
    func makePolicy(_ name: String, _ fields: [(String, String)] = []) async throws -> String {
        let result = try await call(
            "CreatePolicy", [("PolicyName", name), ("PolicyDocument", Self.permission)] + fields)
        return try #require(result["Policy"]?["Arn"]?.stringValue)
    }

    /// The JSON of a document that a response has with escapes.
    static func document(_ value: WireValue?) throws -> WireValue {
        let text = try #require(value?.stringValue?.removingPercentEncoding)
        return try WireValue(json: Data(text.utf8))
    }

    /// The texts of a member in the elements of a list.
    static func texts(_ list: WireValue?, _ member: String) -> [String] {
        (list?.arrayValue ?? []).compactMap { $0[member]?.stringValue }
    }
}
