// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import GatehouseWire
import Testing

@Suite struct RegistryEntryTests {
    private static func document(_ json: String) throws -> WireValue { try WireValue(accessJSON: Array(json.utf8)) }

    private static let trust =
        #""trustPolicy":{"Statement":{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"123456789012"}}}"#

    @Test func `a role is read as it was written`() throws {
        let json = #"""
            {\#(Self.trust),"path":"/app/","maximumSessionDuration":7200,"attachedPolicies":["readers"],
             "policies":{"own":{"Statement":{"Effect":"Allow","Action":"*","Resource":"*"}}}}
            """#
        let role = try Role(name: "Ada+1", document: Self.document(json))
        #expect(role.arn(inAccount: "123456789012") == "arn:aws:iam::123456789012:role/app/Ada+1")
        #expect(role.maximumSession == 7_200)
        #expect(try Role(name: "Ada+1", document: role.document) == role)
    }

    @Test(arguments: [
        (#"{}"#, "trustPolicy: is missing"),
        (#"{"trustPolicy":{}}"#, "trustPolicy.Statement: is missing"),
        (#"{\#(trust),"path":"app"}"#, "path: is not a path that begins and ends with /"),
        (
            #"{\#(trust),"maximumSessionDuration":60}"#,
            "maximumSessionDuration: is not a whole number from 3600 to 43200"
        ),
        (#"{\#(trust),"policies":{"a b":{}}}"#, "policies.a b: is not a name of letters, digits and +=,.@_-"),
        (#"{\#(trust),"polices":{}}"#, "polices: is unknown, use policies"),
    ])
    func `a role that is not valid is refused with the place and the reason`(json: String, reason: String) throws {
        let document = try Self.document(json)
        let flaw = #expect(throws: AccessFlaw.self) { try Role(name: "app", document: document) }
        #expect(flaw?.description == reason)
    }

    @Test func `the name of the administrator is not free for a user`() throws {
        #expect(throws: AccessFlaw.self) { try User(name: "administrator", document: [:]) }
        #expect(try User(name: "ada", document: [:]).arn(inAccount: "1") == "arn:aws:iam::1:user/ada")
    }

    @Test(arguments: ["", "a/b", "a b", "ä", "a*", String(repeating: "a", count: 65)])
    func `a name that cannot be part of an ARN is refused`(name: String) throws {
        #expect(throws: AccessFlaw.self) { try User(name: name, document: [:]) }
        let document = try Self.document("{\(Self.trust)}")
        #expect(throws: AccessFlaw.self) { try Role(name: name, document: document) }
    }
}
