// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseAccounts
import GatehouseCore
import GatehouseSignIn
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The sign-in machine behind the hosted pages.
@Suite(.hangLimit) struct HostedSignInTests {
    @Test func `a password on the page ends in an authentication without tokens`() async throws {
        let fixture = try await PoolFixture.forPages()
        let authentication = try #require(try await fixture.signInOnPage().authentication)
        #expect(authentication.user.username == "alice")
        #expect(authentication.signIn.methods == [.password])
        #expect(authentication.signIn.authTime == fixture.gatehouse.clock.now)
        #expect(authentication.provider == nil)
        let hasFamilies = try await fixture.anyone.pools.records.read {
            try $0.hasTokenFamilies(ofUser: authentication.user.sub, inPool: authentication.user.poolID)
        }
        #expect(!hasFamilies)
    }

    @Test func `passwords on the pages need neither a flow of the client nor a secret hash`() async throws {
        let fixture = try await PoolFixture.forPages(withSecret: true)
        #expect(try await fixture.signInOnPage().authentication != nil)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == SignInFlow.userPassword.notEnabled)
    }

    @Test func `the choice of a factor needs the client's flow`() async throws {
        let fixture = try await PoolFixture.forPages()
        let refusal = try await fault {
            _ = try await fixture.anyone.beginHostedSignIn(
                .user, clientID: fixture.client.id, parameters: ["USERNAME": "alice"], target: nil)
        }
        #expect(refusal == SignInFlow.user.notEnabled)
    }

    @Test(arguments: [SignInFlow.userSRP, .adminPassword, .custom, .refresh])
    func `a flow that pages do not have is refused`(_ flow: SignInFlow) async throws {
        let fixture = try await PoolFixture.forPages { _ in
        } client: { request in
            request.explicitAuthFlows = PoolFixture.allFlows
        }
        let refusal = try await fault {
            _ = try await fixture.anyone.beginHostedSignIn(
                flow, clientID: fixture.client.id,
                parameters: ["USERNAME": "alice", "PASSWORD": PoolFixture.password, "SRP_A": "aa"], target: nil)
        }
        #expect(refusal?.code == .invalidParameter)
    }

    @Test func `a page offers each factor but SRP, and a chosen password ends the sign-in`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        try await fixture.makeReachableUser()
        let begun = try await fixture.anyone.beginHostedSignIn(
            .user, clientID: fixture.client.id,
            parameters: ["USERNAME": "alice", "PREFERRED_CHALLENGE": "PASSWORD_SRP"], target: nil)
        #expect(begun.available == [.password, .emailOtp, .smsOtp])
        let session = try #require(begun.challenge?.session)
        let srp = try await fault {
            _ = try await fixture.answerOnPage(.selectChallenge, session, ["ANSWER": "PASSWORD_SRP", "SRP_A": "aa"])
        }
        #expect(srp?.code == .invalidParameter)
        let done = try await fixture.answerOnPage(
            .selectChallenge, session, ["ANSWER": "PASSWORD", "PASSWORD": PoolFixture.password])
        #expect(done.authentication?.signIn.methods == [.password])
    }

    @Test func `an unknown user name gets the same offer without SRP`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        for number in 0..<20 {
            let begun = try await fixture.anyone.beginHostedSignIn(
                .user, clientID: fixture.client.id, parameters: ["USERNAME": "nobody\(number)"], target: nil)
            #expect(begun.available.contains(.password))
            #expect(!begun.available.contains(.passwordSrp))
        }
    }

    @Test func `wrong passwords on the pages and in the API count together`() async throws {
        let fixture = try await PoolFixture.forPages { _ in
        } client: { request in
            request.explicitAuthFlows = PoolFixture.allFlows
        }
        for number in 0..<5 {
            let refusal = try await fault { _ = try await fixture.signInOnPage("alice", "wrong \(number)") }
            #expect(refusal == .wrongCredentials)
        }
        #expect(try await fault { _ = try await fixture.signInOnPage() } == .lockedOut)
        #expect(try await fault { _ = try await fixture.signInWithPassword() } == .lockedOut)
    }

    @Test func `session strings of the API and of the pages do not work for each other`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(factors: [.email])
        try await fixture.prefer(.email)
        let ofAPI = try await fixture.signInWithPassword().session
        let apiCode = try #require(fixture.gatehouse.messages().first?.code)
        let ofPage = try #require(try await fixture.signInOnPage().challenge?.session)
        let pageCode = try #require(fixture.gatehouse.messages().first?.code)
        let moved = try await fault {
            _ = try await fixture.answerOnPage(.emailOtp, ofAPI, ["EMAIL_OTP_CODE": apiCode])
        }
        #expect(moved == .invalidSession)
        let back = try await fault {
            _ = try await fixture.answer(.emailOtp, ofPage, ["EMAIL_OTP_CODE": pageCode])
        }
        #expect(back == .invalidSession)
        #expect(
            try await fixture.answer(.emailOtp, ofAPI, ["EMAIL_OTP_CODE": apiCode]).authenticationResult != nil)
        let done = try await fixture.answerOnPage(.emailOtp, ofPage, ["EMAIL_OTP_CODE": pageCode])
        #expect(done.authentication?.signIn.methods == [.password, .email])
        let again = try await fault {
            _ = try await fixture.answerOnPage(.emailOtp, ofPage, ["EMAIL_OTP_CODE": pageCode])
        }
        #expect(again == .spentSession)
    }

    @Test func `a page sets up an authenticator app, whose session the API refuses`() async throws {
        let fixture = try await PoolFixture.makeWithMFA(.on, factors: [.softwareToken])
        let challenge = try #require(try await fixture.signInOnPage().challenge)
        #expect(challenge.name == .mfaSetup)
        let refusal = try await fault {
            _ = try await fixture.anyone.associateSoftwareToken(
                AssociateSoftwareTokenRequest(session: challenge.session))
        }
        #expect(refusal == .invalidSession)
        let answer = try await fixture.anyone.associateHostedSoftwareToken(session: challenge.session)
        let app = AuthenticatorApp(secretCode: answer.secretCode ?? "", clock: fixture.gatehouse.clock)
        let verified = try await fixture.anyone.verifyHostedSoftwareToken(
            session: answer.session ?? "", code: app.code(), friendlyName: "phone")
        let done = try await fixture.answerOnPage(.mfaSetup, verified.session, [:])
        #expect(done.authentication?.user.username == "alice")
    }

    @Test func `a sign-in that aims at a level asks for the factors of the level`() async throws {
        let fixture = try await PoolFixture.forLevels()
        _ = try await fixture.makeApp()
        let challenge = try #require(try await fixture.signInOnPage(target: .four).challenge)
        #expect(challenge.name == .softwareTokenMfa)
        #expect(try await fixture.signInOnPage(target: .one).authentication?.signIn.levelName == PoolFixture.level(1))
    }

    @Test func `the triggers of a sign-in run, but not the one of tokens`() async throws {
        let quiet: ScriptedTriggers.Function = { _ in .response([:]) }
        let triggers = ScriptedTriggers([
            .preAuthentication: quiet, .postAuthentication: quiet, .preTokenGeneration: quiet,
        ])
        let fixture = try await PoolFixture.forPages(triggers)
        #expect(try await fixture.signInOnPage().authentication != nil)
        #expect(triggers.sources == ["PreAuthentication_Authentication", "PostAuthentication_Authentication"])
    }

    @Test func `a trigger that refuses the last step refuses the authentication`() async throws {
        let triggers = ScriptedTriggers([.postAuthentication: { _ in .failure(.functionError("no")) }])
        let fixture = try await PoolFixture.forPages(triggers)
        let refusal = try await fault { _ = try await fixture.signInOnPage() }
        #expect(refusal?.code == .userLambdaValidation)
    }
}
