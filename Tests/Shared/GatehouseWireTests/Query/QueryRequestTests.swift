// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseWire
import Testing

@Suite struct QueryRequestTests {
    @Test func `names with dots make a tree, members make lists`() throws {
        let request = try QueryRequest(
            form: "Action=AssumeRole&Version=2011-06-15&RoleArn=arn%3Aaws&Tags.member.2.Key=b&Tags.member.1.Key=a+c"
                + "&Tags.member.1.Value=&PolicyArns.member.1.arn=p")
        #expect(request.action == "AssumeRole")
        #expect(request.version == "2011-06-15")
        #expect(
            request.parameters == [
                "RoleArn": "arn:aws", "Tags": [["Key": "a c", "Value": ""], ["Key": "b"]], "PolicyArns": [["arn": "p"]],
            ])
    }

    @Test func `lists are ordered by number, not by text`() throws {
        let form = "Action=A&" + (1...12).reversed().map { "L.member.\($0)=v\($0)" }.joined(separator: "&")
        let values = try QueryRequest(form: form).parameters["L"]?.arrayValue
        #expect(values == (1...12).map { .string("v\($0)") })
    }

    @Test func `a typed request survives the form`() throws {
        let input = AssumeRoleRequest(
            roleArn: "arn:aws:iam::123456789012:role/r&=", roleSessionName: "ä b+c", durationSeconds: 900,
            tags: [Tag(key: "k", value: "v w"), Tag(key: "é", value: "")])
        let sent = QueryRequest(
            action: "AssumeRole", version: "2011-06-15", parameters: input.wireValue(in: .query))
        let received = try QueryRequest(body: sent.body())
        #expect(try AssumeRoleRequest(answer: received.parameters, form: .query) == input)
    }

    @Test func `numbers must fit the model, and texts that are not numbers are refused`() {
        func fault(_ duration: WireValue) -> ServiceFault.Code? {
            let value: WireValue = [
                "RoleArn": "arn:aws:iam::123456789012:role/r", "RoleSessionName": "s1", "DurationSeconds": duration,
            ]
            return #expect(throws: ServiceFault.self) {
                try AssumeRoleRequest(validating: value, for: .securityToken)
            }?.code
        }
        #expect(fault("899") == "ValidationError")
        #expect(fault("many") == .serialization)
        #expect(fault("99999999999999999999") == .serialization)
    }

    @Test(arguments: ["", "Version=1", "Action.x=1"])
    func `a form without action is refused`(form: String) {
        let fault = #expect(throws: ServiceFault.self) { try QueryRequest(form: form) }
        #expect(fault?.code == .queryMissingAction)
    }

    @Test(arguments: [
        "Action=A&b=%", "Action=A&b=%4", "Action=A&b=%zz", "Action=A&b=%FF", "Action=A&%C3=1",
        "Action=A&" + String(repeating: "a.", count: 10_000) + "b=1", String(repeating: "a=1&", count: 100_000),
    ])
    func `a malformed form is refused`(form: String) {
        let fault = #expect(throws: ServiceFault.self) { try QueryRequest(form: form) }
        #expect(fault?.code == .queryMalformedInput)
    }

    @Test(arguments: [
        "Action=A&=&&.=1&..=&a", "Action=A&L.member.=1&L.member.x=2", "Action=A&a=1&a.b=2&a.b.c=3",
        "Action=A&L.member.4294967295=1&L.member.4294967296=2", "Action=A&member.1=x", "Action=A&Action=B",
    ])
    func `odd forms are survived`(form: String) throws {
        #expect(try QueryRequest(form: form).parameters.objectValue != nil)
    }
}
