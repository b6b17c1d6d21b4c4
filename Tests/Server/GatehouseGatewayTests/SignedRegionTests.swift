// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseGateway
import GatehouseSites
import GatehouseTesting
import GatehouseWire
import Testing

/// Calls that are signed for another region than that of the resource they name.
@Suite(.tags(.security)) struct SignedRegionTests {
    private func call(
        _ operation: String, _ members: WireValue, target: String = userPoolsTarget, region: String,
        on gatehouse: TestGatehouse
    ) async -> TestResponse {
        let request = TestRequest.call("\(target).\(operation)", json: String(decoding: members.json(), as: UTF8.self))
        let service = target == userPoolsTarget ? "cognito-idp" : "cognito-identity"
        return await gatehouse.send(request.signed(service, at: gatehouse.clock.now, region: region))
    }

    @Test(arguments: [true, false])
    func `a user pool of another region does not exist`(_ verifiesSignatures: Bool) async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: verifiesSignatures)
        let pool = try await gatehouse.makeUserPool()
        for (operation, others) in [
            ("DescribeUserPool", [:]), ("AdminGetUser", ["Username": "ada"]), ("DeleteUserPool", [:]),
            ("CreateUserPoolClient", ["ClientName": "c"]),
        ] as [(String, [WireName: WireValue])] {
            let members = WireValue.object(others.merging(["UserPoolId": .string(pool)]) { $1 })
            let answer = await call(operation, members, region: "eu-west-1", on: gatehouse)
            #expect(answer.status == 400)
            #expect(answer.fault == "ResourceNotFoundException")
            #expect(answer.json["message"]?.stringValue == "User pool \(pool) does not exist.")
        }
        let own = await call("DescribeUserPool", ["UserPoolId": .string(pool)], region: "us-east-1", on: gatehouse)
        #expect(own.status == 200)
    }

    @Test func `a tagged resource, an identity pool and an identity of another region do not exist`() async throws {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makeUserPool()
        let arn = "arn:aws:cognito-idp:us-east-1:123456789012:userpool/\(pool)"
        let id = "us-east-1:7d6a3b0e-6f0b-4b5c-9c57-0d7f2a5b3c11"
        for (operation, target, member, value, message) in [
            ("ListTagsForResource", userPoolsTarget, "ResourceArn", arn, "Resource \(arn) does not exist."),
            ("DescribeIdentityPool", identityPoolsTarget, "IdentityPoolId", id, "IdentityPool '\(id)' not found."),
            ("DescribeIdentity", identityPoolsTarget, "IdentityId", id, "Identity '\(id)' not found."),
        ] {
            let members = WireValue.object(ofTexts: [member: value])
            let answer = await call(operation, members, target: target, region: "eu-west-1", on: gatehouse)
            #expect(answer.fault == "ResourceNotFoundException")
            #expect(answer.json["message"]?.stringValue == message)
        }
        let own = await call("ListTagsForResource", ["ResourceArn": .string(arn)], region: "us-east-1", on: gatehouse)
        #expect(own.status == 200)
    }

    @Test func `in development the message names both regions`() async throws {
        let gatehouse = try await TestGatehouse(
            settings: GatewaySettings(signaturePolicy: .anyAdministrator, explainsRegions: true))
        let pool = try await gatehouse.makeUserPool()
        let answer = await call("DescribeUserPool", ["UserPoolId": .string(pool)], region: "eu-west-1", on: gatehouse)
        #expect(
            answer.json["message"]?.stringValue
                == "User pool \(pool) does not exist. The request is signed for the region eu-west-1, and the id is of "
                + "the region us-east-1: sign requests for us-east-1, for example with AWS_REGION=us-east-1.")
    }

    @Test func `a malformed request is refused as malformed in any region`() async throws {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makeUserPool()
        let answer = await call("AdminGetUser", ["UserPoolId": .string(pool)], region: "eu-west-1", on: gatehouse)
        #expect(answer.fault == "InvalidParameterException")
        #expect(answer.json["message"]?.stringValue?.contains("'username'") == true)
    }

    @Test func `operations without a signature, documents and STS know no region`() async throws {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makeUserPool()
        let client = try await gatehouse.makeClient(ofPool: pool)
        try await gatehouse.makeUser("ada", password: "Correct-Horse-7!", inPool: pool)
        let signIn: WireValue = [
            "AuthFlow": "USER_PASSWORD_AUTH", "ClientId": .string(client.id),
            "AuthParameters": ["USERNAME": "ada", "PASSWORD": "Correct-Horse-7!"],
        ]
        let tokens = await call("InitiateAuth", signIn, region: "eu-west-1", on: gatehouse)
        let token = try #require(tokens.json["AuthenticationResult"]?["AccessToken"]?.stringValue)
        let user = await call("GetUser", ["AccessToken": .string(token)], region: "eu-west-1", on: gatehouse)
        #expect(user.status == 200)
        let feedback: WireValue = [
            "UserPoolId": .string(pool), "Username": "ada", "EventId": "e", "FeedbackToken": "a.b.c",
            "FeedbackValue": "Valid",
        ]
        let judged = await call("UpdateAuthEventFeedback", feedback, region: "eu-west-1", on: gatehouse)
        #expect(judged.json["message"]?.stringValue?.contains("does not exist") != true)
        for (request, service) in [
            (TestRequest(path: "/\(pool)/.well-known/jwks.json"), "cognito-idp"),
            (TestRequest.form("Action=GetCallerIdentity&Version=2011-06-15"), "sts"),
        ] {
            let signed = request.signed(service, at: gatehouse.clock.now, region: "eu-west-1")
            #expect(await gatehouse.send(signed).status == 200)
        }
    }
}
