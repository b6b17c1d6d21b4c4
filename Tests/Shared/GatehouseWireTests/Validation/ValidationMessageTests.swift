// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseWire
import Testing

/// The texts of shape validation.
@Suite struct ValidationMessageTests {
    private func message<Request: WireStructure>(
        _ type: Request.Type, _ value: WireValue, of service: ServiceIdentity = .cognitoIdentityProvider
    ) throws -> String {
        let fault = #expect(throws: ServiceFault.self) { try Request(validating: value, for: service) }
        let refusal = try #require(fault)
        #expect(refusal.code == service.validationCode)
        return refusal.message
    }

    @Test func `a missing member is null`() throws {
        let text = try message(DescribeUserPoolRequest.self, [:])
        #expect(
            text == "1 validation error detected: Value null at 'userPoolId' failed to satisfy constraint: "
                + "Member must not be null")
    }

    @Test func `null counts as missing`() throws {
        let text = try message(DescribeUserPoolRequest.self, ["UserPoolId": nil])
        #expect(text.hasPrefix("1 validation error detected: Value null at 'userPoolId' "))
    }

    @Test func `one value can make several clauses, the pattern first`() throws {
        let text = try message(GetIdInput.self, ["IdentityPoolId": "", "AccountId": "A"], of: .cognitoIdentity)
        #expect(
            text == "3 validation errors detected: "
                + "Value 'A' at 'accountId' failed to satisfy constraint: "
                + #"Member must satisfy regular expression pattern: \d+; "#
                + "Value '' at 'identityPoolId' failed to satisfy constraint: "
                + #"Member must satisfy regular expression pattern: [\w-]+:[0-9a-f-]+; "#
                + "Value '' at 'identityPoolId' failed to satisfy constraint: "
                + "Member must have length greater than or equal to 1")
    }

    @Test func `sensitive values are never repeated`() throws {
        let secret = "top secret \u{1}"
        let value: WireValue = [
            "AccessToken": .string(secret), "Session": .string("short " + secret), "UserCode": .string(secret),
        ]
        let text = try message(VerifySoftwareTokenRequest.self, value)
        #expect(text.contains("Value at 'userCode' failed to satisfy constraint: "))
        #expect(text.contains("Value at 'accessToken' failed to satisfy constraint: "))
        #expect(!text.contains("secret"))
    }

    @Test func `maps of secrets are never repeated`() throws {
        let logins = WireValue.object(["": "token", WireName(String(repeating: "k", count: 200)): "token"])
        let value: WireValue = ["IdentityPoolId": "eu:1", "Logins": logins]
        let text = try message(GetIdInput.self, value, of: .cognitoIdentity)
        #expect(
            text
                == "1 validation error detected: Value at 'logins' failed to satisfy constraint: Map keys must satisfy "
                + "constraint: [Member must have length less than or equal to 128, "
                + "Member must have length greater than or equal to 1]")
    }

    @Test func `unknown enumeration values are refused with the list of known ones`() throws {
        let text = try message(InitiateAuthRequest.self, ["ClientId": "abc", "AuthFlow": "MAGIC"])
        let known = AuthFlowType.allValues.map(\.rawValue).joined(separator: ", ")
        #expect(
            text == "1 validation error detected: Value 'MAGIC' at 'authFlow' failed to satisfy constraint: "
                + "Member must satisfy enum value set: [\(known)]")
    }

    @Test func `paths lead through structures and lists`() throws {
        let value: WireValue = [
            "ClientId": "abc", "Username": "u",
            "UserAttributes": [["Name": "a"], ["Value": "v"]],
        ]
        let text = try message(SignUpRequest.self, value)
        #expect(
            text == "1 validation error detected: Value null at 'userAttributes.2.member.name' failed to satisfy "
                + "constraint: Member must not be null")
    }

    @Test func `paths lead through maps`() throws {
        let mapping: WireValue = ["graph.Facebook.com": ["Type": "Nonsense"]]
        let value: WireValue = ["IdentityPoolId": "eu:1", "Roles": [:], "RoleMappings": mapping]
        let text = try message(SetIdentityPoolRolesInput.self, value, of: .cognitoIdentity)
        #expect(text.contains("Value 'Nonsense' at 'roleMappings.graph.Facebook.com.member.type'"))
    }

    @Test(
        arguments: [
            (
                0,
                "Value '0' at 'maxResults' failed to satisfy constraint: Member must have value greater than or equal to 1"
            ),
            (
                61,
                "Value '61' at 'maxResults' failed to satisfy constraint: Member must have value less than or equal to 60"
            ),
        ] as [(Int64, String)])
    func `numbers have bounds`(number: Int64, clause: String) throws {
        let text = try message(ListUserPoolsRequest.self, ["MaxResults": .integer(number)])
        #expect(text == "1 validation error detected: " + clause)
    }

    @Test func `lists have bounds and are repeated as lists`() throws {
        let names = WireValue.array(Array(repeating: "a", count: 51))
        let value: WireValue = [
            "RoleArn": "arn:aws:iam::123456789012:role/r", "RoleSessionName": "s1", "TransitiveTagKeys": names,
        ]
        let text = try message(AssumeRoleRequest.self, value, of: .securityToken)
        #expect(text.hasPrefix("1 validation error detected: Value '[a, a, "))
        #expect(
            text.hasSuffix(
                "a]' at 'transitiveTagKeys' failed to satisfy constraint: "
                    + "Member must have length less than or equal to 50"))
    }

    @Test(
        arguments: [
            ["ClientId": 5, "Username": "u"], ["ClientId": "c", "Username": "u", "UserAttributes": ["Name": "a"]],
            ["ClientId": "c", "Username": "u", "UserAttributes": ["a"]], ["ClientId": "c", "Username": true],
            ["ClientId": "c", "Username": "u", "ClientMetadata": []], [], "text", ["Username": 7],
        ] as [WireValue])
    func `a wrong type is a serialization fault, also beside other faults`(value: WireValue) {
        let fault = #expect(throws: ServiceFault.self) {
            try SignUpRequest(validating: value, for: .cognitoIdentityProvider)
        }
        #expect(fault?.code == .serialization)
        #expect(fault?.origin == .service)
    }

    @Test func `unknown members are ignored`() throws {
        let value: WireValue = ["ClientId": "c", "Username": "u", "Novelty": [1, ["a": nil]]]
        #expect(try SignUpRequest(validating: value, for: .cognitoIdentityProvider).username == "u")
    }

    @Test func `a flood of faults makes a bounded answer`() throws {
        let attribute: WireValue = ["Name": .string(String(repeating: "x", count: 10_000))]
        let value: WireValue = [
            "ClientId": "c", "Username": "u", "UserAttributes": .array(Array(repeating: attribute, count: 1_000)),
        ]
        let text = try message(SignUpRequest.self, value)
        #expect(text.hasPrefix("10 validation errors detected: "))
        #expect(text.components(separatedBy: "; ").count == 10)
        #expect(text.utf8.count < 20_000)
    }

    @Test func `nine violations are counted to the last`() throws {
        let attribute: WireValue = ["Name": .string(String(repeating: "x", count: 33))]
        let value: WireValue = [
            "ClientId": "c", "Username": "u", "UserAttributes": .array(Array(repeating: attribute, count: 9)),
        ]
        #expect(try message(SignUpRequest.self, value).hasPrefix("9 validation errors detected: "))
    }

    @Test(arguments: [(1_000, nil), (1_001, "Member must have length less than or equal to 1000")] as [(Int, String?)])
    func `a list without a limit in the model has a thousand elements at most`(_ count: Int, _ clause: String?) throws {
        let attributes = WireValue.array(Array(repeating: ["Name": "name", "Value": "a"], count: count))
        let value: WireValue = ["ClientId": "c", "Username": "u", "UserAttributes": attributes]
        guard let clause else {
            #expect(try SignUpRequest(validating: value, for: .cognitoIdentityProvider).userAttributes?.count == count)
            return
        }
        let text = try message(SignUpRequest.self, value)
        #expect(text.hasPrefix("1 validation error detected: "))
        #expect(text.hasSuffix(" at 'userAttributes' failed to satisfy constraint: \(clause)"))
    }

    @Test func `a list that is too long is refused without a look at its elements`() throws {
        let faulty = WireValue.array(Array(repeating: ["Name": "", "Value": 7], count: 200_000))
        let value: WireValue = ["ClientId": "c", "Username": "u", "UserAttributes": faulty]
        #expect(try message(SignUpRequest.self, value).hasPrefix("1 validation error detected: "))
    }

    @Test(arguments: [1_000, 1_001, 100_000])
    func `a map without a limit in the model has a thousand entries at most`(_ count: Int) throws {
        let entries = (0..<count).map { (WireName("k\($0)"), WireValue.string("v")) }
        let value: WireValue = [
            "ClientId": "c", "Username": "u", "ClientMetadata": .object(Dictionary(uniqueKeysWithValues: entries)),
        ]
        guard count > 1_000 else {
            #expect(try SignUpRequest(validating: value, for: .cognitoIdentityProvider).clientMetadata?.count == count)
            return
        }
        let text = try message(SignUpRequest.self, value)
        #expect(text.hasPrefix("1 validation error detected: Value '{k"))
        #expect(text.hasSuffix("failed to satisfy constraint: Member must have length less than or equal to 1000"))
        #expect(text.utf8.count < 5_000)
    }

    @Test func `an answer may have any number of elements`() throws {
        let attributes = WireValue.array(Array(repeating: ["Name": "a", "Value": "b"], count: 5_000))
        let answer = try GetUserResponse(answer: ["Username": "u", "UserAttributes": attributes], form: .json)
        #expect(answer.userAttributes.count == 5_000)
    }

    @Test func `a pattern is not tried on text that is far too long`() throws {
        let value: WireValue = [
            "ClientId": "c", "Username": .string(String(repeating: "\u{1}", count: 5_000_000)),
        ]
        let text = try message(SignUpRequest.self, value)
        #expect(!text.contains("pattern"))
        #expect(text.contains("less than or equal to 128"))
    }
}
