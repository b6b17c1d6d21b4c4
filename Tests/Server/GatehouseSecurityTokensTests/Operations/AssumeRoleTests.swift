// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseAccess
import GatehouseCore
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseSecurityTokens

@Suite struct AssumeRoleTests {
    private static let arn = "arn:aws:iam::123456789012:role/Deploy"
    private static let administrator = Principal.administrator(accessKeyID: "AKIATEST")

    private static func trust(
        _ principal: String, _ condition: String = "{}", action: String = "sts:AssumeRole"
    ) -> String {
        #"{"Effect":"Allow","Action":"\#(action)","Principal":{"AWS":"\#(principal)"},"Condition":\#(condition)}"#
    }

    private static func request(
        duration: Int? = nil, policy: String? = nil, tags: [CognitoShapes.Tag]? = nil, externalID: String? = nil,
        source: String? = nil
    ) -> AssumeRoleRequest {
        AssumeRoleRequest(
            roleArn: arn, roleSessionName: "session", policy: policy, durationSeconds: duration, tags: tags,
            externalId: externalID, sourceIdentity: source)
    }

    private static func expectDenied(
        _ account: Account, _ principal: Principal, _ request: AssumeRoleRequest, action: String = "sts:AssumeRole"
    ) async {
        let fault = await #expect(throws: ServiceFault.self) {
            try await account.tokens(principal).assumeRole(request)
        }
        #expect(fault?.code == .queryAccessDenied)
        #expect(fault?.message.hasSuffix("is not authorized to perform: \(action) on resource: \(arn)") == true)
    }

    @Test func `the credentials of an assumed role end when they say, and name role and session`() async throws {
        let account = try await Account()
        try await account.registerRole("Deploy", trust: Self.trust("123456789012"), maximumSession: 7_200)
        let answer = try await account.tokens(Self.administrator).assumeRole(Self.request(duration: 7_200))
        let credentials = try #require(answer.credentials)
        #expect(credentials.expiration == account.clock.now.addingTimeInterval(7_200))
        let principal = try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        let identity = try await account.tokens(principal).getCallerIdentity(GetCallerIdentityRequest())
        #expect(identity.arn == "arn:aws:sts::123456789012:assumed-role/Deploy/session")
        #expect(answer.assumedRoleUser?.arn == identity.arn)
        account.clock.advance(by: 7_200)
        await #expect(throws: ServiceFault.expiredSecurityToken) {
            try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        }
    }

    @Test func `a longer session than the role allows is refused`() async throws {
        let account = try await Account()
        try await account.registerRole("Deploy", trust: Self.trust("123456789012"))
        await #expect(throws: ServiceFault.sessionTooLong) {
            try await account.tokens(Self.administrator).assumeRole(Self.request(duration: 7_200))
        }
    }

    @Test func `a role that does not exist is refused as one that may not be assumed`() async throws {
        let account = try await Account()
        await Self.expectDenied(account, Self.administrator, Self.request())
    }

    @Test func `a user that the trust policy names needs no permission, one of the account does`() async throws {
        let account = try await Account()
        let permission = #"{"Effect":"Allow","Action":"sts:AssumeRole","Resource":"\#(Self.arn)"}"#
        try await account.registerUser("ada")
        try await account.registerUser("bob")
        try await account.registerUser("eve", allowing: permission)
        let (ada, bob) = (try await account.user("ada"), try await account.user("bob"))
        let eve = try await account.user("eve")
        try await account.registerRole("Deploy", trust: Self.trust("arn:aws:iam::123456789012:user/ada"))
        #expect(try await account.tokens(ada).assumeRole(Self.request()).credentials != nil)
        await Self.expectDenied(account, bob, Self.request())
        // A permission alone is not enough, because the role does not trust the account.
        await Self.expectDenied(account, eve, Self.request())
        try await account.securityTokens.registry.delete(.role, named: "Deploy")
        try await account.registerRole("Deploy", trust: Self.trust("123456789012"))
        await Self.expectDenied(account, ada, Self.request())
        #expect(try await account.tokens(eve).assumeRole(Self.request()).credentials != nil)
    }

    @Test func `an explicit deny of the caller wins over the trust policy`() async throws {
        let account = try await Account()
        try await account.registerUser("ada", allowing: #"{"Effect":"Deny","Action":"sts:*","Resource":"*"}"#)
        try await account.registerRole("Deploy", trust: Self.trust("arn:aws:iam::123456789012:user/ada"))
        await Self.expectDenied(account, try await account.user("ada"), Self.request())
    }

    @Test func `an external id that the trust policy requires must be given`() async throws {
        let account = try await Account()
        try await account.registerUser("ada")
        let ada = try await account.user("ada")
        let condition = #"{"StringEquals":{"sts:ExternalId":"secret"}}"#
        try await account.registerRole("Deploy", trust: Self.trust("arn:aws:iam::123456789012:user/ada", condition))
        await Self.expectDenied(account, ada, Self.request())
        await Self.expectDenied(account, ada, Self.request(externalID: "other"))
        #expect(try await account.tokens(ada).assumeRole(Self.request(externalID: "secret")).credentials != nil)
    }

    @Test func `session tags need sts:TagSession in the trust policy`() async throws {
        let account = try await Account()
        try await account.registerUser("ada")
        let ada = try await account.user("ada")
        let tagged = Self.request(tags: [CognitoShapes.Tag(key: "team", value: "core")])
        try await account.registerRole("Deploy", trust: Self.trust("arn:aws:iam::123456789012:user/ada"))
        await Self.expectDenied(account, ada, tagged, action: "sts:TagSession")
        try await account.securityTokens.registry.delete(.role, named: "Deploy")
        try await account.registerRole(
            "Deploy", trust: Self.trust("arn:aws:iam::123456789012:user/ada", action: "sts:*"))
        let credentials = try #require(try await account.tokens(ada).assumeRole(tagged).credentials)
        guard case .role(let session) = try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        else { throw ServiceFault(.internalError, "no role") }
        #expect(session.principalTags == ["team": "core"])
    }

    @Test func `a session policy that tries to widen the role permits nothing more, a narrow one restricts`()
        async throws
    {
        let account = try await Account()
        try await account.registerRole(
            "Deploy", trust: Self.trust("123456789012"),
            allowing: #"{"Effect":"Allow","Action":"cognito-idp:*","Resource":"*"}"#)
        func verdict(_ policy: String, on action: String) async throws -> AccessVerdict {
            let request = Self.request(policy: #"{"Version":"2012-10-17","Statement":[\#(policy)]}"#)
            let answer = try await account.tokens(Self.administrator).assumeRole(request)
            let credentials = try #require(answer.credentials)
            #expect(answer.packedPolicySize != nil)
            return try await account.securityTokens.authority.verdict(
                on: action, resource: "*",
                by: try await account.principal(credentials.accessKeyId, credentials.sessionToken), from: "::1",
                inRegion: "us-east-1")
        }
        let all = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#
        #expect(try await verdict(all, on: "cognito-idp:ListUsers") == .allowed)
        #expect(
            try await verdict(all, on: "cognito-identity:ListIdentityPools")
                == .denied(AccessRefusal(.identity, isExplicit: false)))
        let narrow = #"{"Effect":"Allow","Action":"cognito-idp:ListUsers","Resource":"*"}"#
        #expect(
            try await verdict(narrow, on: "cognito-idp:AdminDeleteUser")
                == .denied(AccessRefusal(.session, isExplicit: false)))
    }

    @Test func `a session policy that is not valid or too long is refused`() async throws {
        let account = try await Account()
        try await account.registerRole("Deploy", trust: Self.trust("123456789012"))
        let malformed = await #expect(throws: ServiceFault.self) {
            try await account.tokens(Self.administrator).assumeRole(Self.request(policy: "{}"))
        }
        #expect(malformed?.code == "MalformedPolicyDocument")
        let long = await #expect(throws: ServiceFault.self) {
            try await account.tokens(Self.administrator).assumeRole(
                Self.request(policy: String(repeating: " ", count: 2_049)))
        }
        #expect(long?.code == "PackedPolicyTooLarge")
    }

    @Test func `a session whose token would be too long for a request is refused`() async throws {
        let account = try await Account()
        try await account.registerRole("Deploy", trust: Self.trust("123456789012"))
        func assume(tags count: Int) async throws -> SecurityTokenCredentials? {
            let tags = (10..<10 + count).map { number in
                CognitoShapes.Tag(
                    key: "\(number)" + String(repeating: "k", count: 126), value: String(repeating: "v", count: 256))
            }
            return try await account.tokens(Self.administrator).assumeRole(Self.request(tags: tags)).credentials
        }
        let credentials = try #require(try await assume(tags: 25))
        guard case .role(let session) = try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        else { throw ServiceFault(.internalError, "no role") }
        #expect(session.principalTags.count == 25)
        let fault = await #expect(throws: ServiceFault.self) { try await assume(tags: 50) }
        #expect(fault?.code == "PackedPolicyTooLarge")
    }

    @Test func `a role session that assumes a role gets an hour at most`() async throws {
        let account = try await Account()
        try await account.registerRole("Deploy", trust: Self.trust("*"), maximumSession: 43_200)
        let first = try #require(
            try await account.tokens(Self.administrator).assumeRole(Self.request(duration: 43_200)).credentials)
        let session = try await account.principal(first.accessKeyId, first.sessionToken)
        await #expect(throws: ServiceFault.chainedSessionTooLong) {
            try await account.tokens(session).assumeRole(Self.request(duration: 3_601))
        }
        let second = try #require(try await account.tokens(session).assumeRole(Self.request()).credentials)
        #expect(second.expiration == account.clock.now.addingTimeInterval(3_600))
    }

    @Test func `a source identity needs sts:SetSourceIdentity, and a role session cannot change it`() async throws {
        let account = try await Account()
        try await account.registerUser("ada")
        let ada = try await account.user("ada")
        let user = "arn:aws:iam::123456789012:user/ada"
        try await account.registerRole("Deploy", trust: Self.trust(user))
        await Self.expectDenied(account, ada, Self.request(source: "ada"), action: "sts:SetSourceIdentity")
        try await account.securityTokens.registry.delete(.role, named: "Deploy")
        let condition = #"{"StringEquals":{"sts:SourceIdentity":"ada"}}"#
        try await account.registerRole("Deploy", trust: Self.trust("*", condition, action: "sts:*"))
        await Self.expectDenied(account, ada, Self.request())
        await Self.expectDenied(account, ada, Self.request(source: "eve"))
        let answer = try await account.tokens(ada).assumeRole(Self.request(source: "ada"))
        #expect(answer.sourceIdentity == "ada")
        let credentials = try #require(answer.credentials)
        let session = try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        let fault = await #expect(throws: ServiceFault.self) {
            try await account.tokens(session).assumeRole(Self.request(source: "eve"))
        }
        #expect(fault?.code == "ValidationError")
        #expect(try await account.tokens(session).assumeRole(Self.request()).sourceIdentity == "ada")
    }

    @Test func `an unsigned request is refused`() async throws {
        let account = try await Account()
        await #expect(throws: ServiceFault.stsMissingAuthentication) {
            try await account.tokens(.anonymous).assumeRole(Self.request())
        }
    }
}
