// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseSecurityTokens
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct GetCallerIdentityTests {
    @Test func `administrators are users of the account`() async throws {
        let account = try await Account()
        let answer = try await Self.ask(account, .administrator(accessKeyID: "AKIATEST"))
        #expect(answer.arn == "arn:aws:iam::123456789012:user/administrator")
        #expect(answer.account == "123456789012")
        #expect(answer.userId?.wholeMatch(of: /AIDA[A-Z2-7]{17}/) != nil)
        #expect(try await Self.ask(account, .administrator(accessKeyID: "AKIATEST")).userId == answer.userId)
        #expect(try await Self.ask(account, .administrator(accessKeyID: "AKIAOTHER")).userId != answer.userId)
    }

    @Test func `sessions are known by role and session name`() async throws {
        let account = try await Account()
        try await account.registerRole(
            "Users", trust: #"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"AWS":"*"}}"#)
        let given = try await account.tokens(.administrator(accessKeyID: "AKIATEST")).assumeRole(
            AssumeRoleRequest(roleArn: "arn:aws:iam::123456789012:role/Users", roleSessionName: "session")
        ).credentials
        let answer = try await Self.ask(account, account.principal(given?.accessKeyId, given?.sessionToken))
        #expect(answer.arn == "arn:aws:sts::123456789012:assumed-role/Users/session")
        #expect(answer.account == "123456789012")
        #expect(answer.userId?.wholeMatch(of: /AROA[A-Z2-7]{17}:session/) != nil)
    }

    @Test func `a caller without credentials has no identity`() async throws {
        let account = try await Account()
        await #expect(throws: ServiceFault("MissingAuthenticationToken", "Request is missing Authentication Token")) {
            _ = try await Self.ask(account, .anonymous)
        }
    }

    @Test(arguments: [(-360, false), (-240, true), (0, true), (240, true), (360, false)])
    func `vended credentials sign within five minutes of the clock`(_ skew: Int, _ accepted: Bool) async throws {
        let account = try await Account()
        let given = try account.credentials()
        var request = SignableRequest(
            method: "POST", path: "/", query: [], headers: [(name: "host", value: "localhost:9229")],
            body: Array("Action=GetCallerIdentity&Version=2011-06-15".utf8)
        )
        let signed = SigV4.sign(
            request,
            credentials: SigningCredentials(
                accessKeyID: given.id, secretAccessKey: given.secret, sessionToken: given.token
            ),
            region: "us-east-1", service: "sts", date: account.clock.now + TimeInterval(skew)
        )
        request.headers += signed
        let authorization = try #require(try SigV4Authorization.parse(request))
        let key = try #require(
            try await account.securityTokens.accessKeys.resolve(
                accessKeyID: authorization.accessKeyID, sessionToken: authorization.sessionToken
            )
        )
        let verify = {
            try authorization.verify(
                secretAccessKey: key.secretAccessKey, request: request, now: account.clock.now, region: "us-east-1",
                service: "sts"
            )
        }
        if accepted {
            try verify()
        } else {
            #expect(throws: SigV4Error.self, performing: verify)
        }
    }

    static func ask(_ account: Account, _ principal: Principal) async throws -> GetCallerIdentityResponse {
        try await account.tokens(principal).getCallerIdentity(GetCallerIdentityRequest())
    }
}
