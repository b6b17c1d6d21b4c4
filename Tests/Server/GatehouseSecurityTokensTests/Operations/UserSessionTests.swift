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

@Suite struct UserSessionTests {
    private static let everything = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#

    private static func document(_ statement: String) -> String {
        #"{"Version":"2012-10-17","Statement":[\#(statement)]}"#
    }

    @Test func `a session of a user has the user's name and permissions`() async throws {
        let account = try await Account()
        try await account.registerUser("ada", allowing: Self.everything)
        let ada = try await account.user("ada")
        let credentials = try #require(
            try await account.tokens(ada).getSessionToken(GetSessionTokenRequest(durationSeconds: 900)).credentials)
        #expect(credentials.expiration == account.clock.now.addingTimeInterval(900))
        let session = try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        #expect(
            try await account.tokens(session).getCallerIdentity(GetCallerIdentityRequest()).arn
                == "arn:aws:iam::123456789012:user/ada")
        #expect(
            try await account.securityTokens.authority.verdict(
                on: "cognito-idp:ListUsers", resource: "*", by: session, from: "::1", inRegion: "us-east-1")
                == .allowed)
    }

    @Test func `a session lives for twelve hours at most, that of an administrator for one`() async throws {
        let account = try await Account()
        try await account.registerUser("ada")
        let answer = try await account.tokens(account.user("ada")).getSessionToken(
            GetSessionTokenRequest(durationSeconds: 129_600))
        #expect(answer.credentials?.expiration == account.clock.now.addingTimeInterval(43_200))
        let administrator = Principal.administrator(accessKeyID: "AKIATEST")
        let short = try await account.tokens(administrator).getSessionToken(GetSessionTokenRequest())
        #expect(short.credentials?.expiration == account.clock.now.addingTimeInterval(3_600))
    }

    @Test func `sessions of roles and users may call neither GetSessionToken nor GetFederationToken`() async throws {
        let account = try await Account()
        try await account.registerUser("ada", allowing: Self.everything)
        let credentials = try #require(
            try await account.tokens(account.user("ada")).getSessionToken(GetSessionTokenRequest()).credentials)
        let session = try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        for principal in [session, .role(Account.session())] {
            for operation in ["GetSessionToken", "GetFederationToken"] {
                let fault = await #expect(throws: ServiceFault.self) {
                    if operation == "GetSessionToken" {
                        _ = try await account.tokens(principal).getSessionToken(GetSessionTokenRequest())
                    } else {
                        _ = try await account.tokens(principal).getFederationToken(
                            GetFederationTokenRequest(name: "eve"))
                    }
                }
                #expect(fault == .sessionsMayNotCall(operation, as: ""))
            }
        }
    }

    @Test func `a federated user has what both the user and the session policy permit`() async throws {
        let account = try await Account()
        try await account.registerUser(
            "ada", allowing: #"{"Effect":"Allow","Action":["cognito-idp:*","sts:*"],"Resource":"*"}"#)
        let ada = try await account.user("ada")
        func verdict(_ policy: String?, on action: String) async throws -> AccessVerdict {
            let answer = try await account.tokens(ada).getFederationToken(
                GetFederationTokenRequest(name: "eve", policy: policy.map(Self.document)))
            #expect(answer.federatedUser?.arn == "arn:aws:sts::123456789012:federated-user/eve")
            let credentials = try #require(answer.credentials)
            return try await account.securityTokens.authority.verdict(
                on: action, resource: "*",
                by: try await account.principal(credentials.accessKeyId, credentials.sessionToken), from: "::1",
                inRegion: "us-east-1")
        }
        #expect(try await verdict(Self.everything, on: "cognito-idp:ListUsers") == .allowed)
        #expect(
            try await verdict(Self.everything, on: "cognito-identity:ListIdentityPools")
                == .denied(AccessRefusal(.identity, isExplicit: false)))
        #expect(
            try await verdict(nil, on: "cognito-idp:ListUsers") == .denied(AccessRefusal(.session, isExplicit: false)))
    }

    @Test func `a federated token needs the permission`() async throws {
        let account = try await Account()
        try await account.registerUser("ada")
        let ada = try await account.user("ada")
        let fault = await #expect(throws: ServiceFault.self) {
            try await account.tokens(ada).getFederationToken(GetFederationTokenRequest(name: "eve"))
        }
        #expect(fault?.code == .accessDenied)
    }

    @Test func `an administrator's federated user has no more than the session policy permits`() async throws {
        let account = try await Account()
        let administrator = Principal.administrator(accessKeyID: "AKIATEST")
        let policy = Self.document(#"{"Effect":"Allow","Action":"cognito-idp:ListUsers","Resource":"*"}"#)
        let credentials = try #require(
            try await account.tokens(administrator).getFederationToken(
                GetFederationTokenRequest(name: "eve", policy: policy)
            ).credentials)
        let session = try await account.principal(credentials.accessKeyId, credentials.sessionToken)
        func verdict(_ action: String) async throws -> AccessVerdict {
            try await account.securityTokens.authority.verdict(
                on: action, resource: "*", by: session, from: "::1", inRegion: "us-east-1")
        }
        #expect(try await verdict("cognito-idp:ListUsers") == .allowed)
        #expect(try await verdict("cognito-idp:AdminDeleteUser") != .allowed)
    }
}
