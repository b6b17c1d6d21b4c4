// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseAccounts
import GatehouseClient
import GatehouseCrypto
import GatehouseServer
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

/// The engine against a whole server in this process.
@Suite(.hangLimit) struct SessionOnServerTests {
    private struct House {
        let gatehouse: TestGatehouse
        let poolID: String
        let client: TestAppClient
        let identityPoolID: String

        init(withSecret: Bool = false, allowsGuests: Bool = true) async throws {
            gatehouse = try await TestGatehouse()
            poolID = try await gatehouse.makeUserPool()
            client = try await gatehouse.makeClient(ofPool: poolID, withSecret: withSecret)
            identityPoolID = try await gatehouse.makeIdentityPool(
                userPool: poolID,
                client: client,
                allowsGuests: allowsGuests
            )
        }

        func engine(
            _ flow: SignInFlow = .userSRP,
            store: any CredentialStore = InMemoryCredentialStore()
        ) throws -> SessionEngine {
            let endpoint = try Endpoint(gatehouse.baseURL, key: "auth.endpoint")
            let configuration = try SessionConfiguration(
                userPool: UserPoolConfiguration(
                    poolID: poolID,
                    clientID: client.id,
                    clientSecret: client.secret.map(ClientSecret.init),
                    region: "us-east-1",
                    endpoint: endpoint,
                    defaultFlow: flow
                ),
                identityPool: IdentityPoolConfiguration(
                    poolID: identityPoolID,
                    region: "us-east-1",
                    endpoint: endpoint
                )
            )
            let manual = ManualClock().clock
            return SessionEngine(
                configuration: configuration,
                store: store,
                transport: gatehouse.transport,
                clock: ClientClock(
                    now: { [gatehouse] in gatehouse.clock.now }, uptime: manual.uptime, sleep: manual.sleep)
            )
        }

        func makeAda() async throws {
            try await gatehouse.makeUser("ada", password: "Correct-Horse-1", inPool: poolID)
        }
    }

    @Test(arguments: [SignInFlow.userSRP, .userPassword], [false, true])
    func `sign up, confirm, sign in, refresh, sign out`(flow: SignInFlow, withSecret: Bool) async throws {
        let house = try await House(withSecret: withSecret)
        let store = InMemoryCredentialStore()
        let engine = try house.engine(flow, store: store)
        let options = SignUpOptions(userAttributes: ["email": "ada@example.com"])
        let signUp = try await engine.signUp(username: "ada", password: "Correct-Horse-1", options: options)
        #expect(!signUp.isSignUpComplete)
        let early = try await engine.signIn(username: "ada", password: "Correct-Horse-1")
        #expect(early.nextStep == .confirmSignUp)
        #expect(try await engine.resendSignUpCode(username: "ada").medium == .email)
        let code = try #require(house.gatehouse.messages(to: "ada@example.com").first).code
        #expect(try await engine.confirmSignUp(username: "ada", code: code).isSignUpComplete)

        #expect(try await engine.signIn(username: "ada", password: "Correct-Horse-1").isSignedIn)
        let user = try engine.currentUser()
        #expect(user == SessionUser(username: "ada", userID: try #require(signUp.userID)))
        let first = await engine.fetchSession()
        #expect(first.isComplete)
        house.gatehouse.clock.advance(by: 7_200)
        let second = await engine.fetchSession()
        #expect(second.isComplete)
        #expect(try second.identityID.get() == first.identityID.get())
        #expect(try second.tokens.get().accessToken != first.tokens.get().accessToken)

        let restarted = try house.engine(flow, store: store)
        #expect(try restarted.currentUser() == user)
        let elsewhere = try house.engine(flow, store: InMemoryCredentialStore())
        #expect(try await elsewhere.signIn(username: "ada", password: "Correct-Horse-1").isSignedIn)
        #expect(await elsewhere.signOut(global: true) == .complete)
        #expect(await engine.fetchSession(force: true).commonReason == .sessionExpired)
        #expect(await restarted.signOut() == .complete)
        #expect(await engine.fetchSession().commonReason == .sessionExpired)
        #expect(await engine.signOut() == .complete)
    }

    @Test func `a wrong password and an unknown name are refused by the service`() async throws {
        let house = try await House()
        try await house.makeAda()
        let engine = try house.engine()
        for name in ["ada", "nobody"] {
            do throws(SessionError) {
                _ = try await engine.signIn(username: name, password: "Wrong-Horse-1")
                Issue.record("\(name) was let in.")
            } catch {
                guard case .service(let fault) = error, [.notAuthorized, .userNotFound].contains(fault.code) else {
                    Issue.record("\(error)")
                    return
                }
            }
        }
        #expect(try await engine.signIn(username: "ada", password: "Correct-Horse-1").isSignedIn)
    }

    @Test(arguments: [SignInFlow.userSRP, .userPassword])
    func `a temporary password is replaced at the first sign-in`(flow: SignInFlow) async throws {
        let house = try await House()
        let administration = house.gatehouse.installation.userPools.service(for: house.gatehouse.administration)
        _ = try await administration.adminCreateUser(
            AdminCreateUserRequest(
                userPoolId: house.poolID,
                username: "ada",
                temporaryPassword: "Temporary-1",
                messageAction: .suppress
            )
        )
        let engine = try house.engine(flow)
        let outcome = try await engine.signIn(username: "ada", password: "Temporary-1")
        guard case .confirmSignInWithNewPassword = outcome.nextStep else {
            Issue.record("\(outcome)")
            return
        }
        await #expect(throws: SessionError.self) { try await engine.confirmSignIn(response: "weak") }
        #expect(try await engine.confirmSignIn(response: "Correct-Horse-1").isSignedIn)
        #expect(await engine.signOut() == .complete)
        #expect(try await engine.signIn(username: "ada", password: "Correct-Horse-1").isSignedIn)
    }

    @Test func `guests get credentials where they are admitted`() async throws {
        for allowsGuests in [true, false] {
            let house = try await House(allowsGuests: allowsGuests)
            let report = await (try house.engine()).fetchSession()
            #expect(report.credentials.isThere == allowsGuests)
            #expect(report.tokens.reason == .signedOut)
        }
    }

    @Test func `the credentials belong to the role, as the token service says`() async throws {
        let house = try await House()
        try await house.makeAda()
        let engine = try house.engine()
        _ = try await engine.signIn(username: "ada", password: "Correct-Horse-1")
        let credentials = try await engine.fetchSession().credentials.get()
        let clock = house.gatehouse.clock
        let manual = ManualClock().clock
        let tokenService = SecurityTokenClient(
            endpoint: try Endpoint(house.gatehouse.baseURL, key: "k"),
            region: "us-east-1",
            credentials: SigningCredentials(
                accessKeyID: credentials.accessKeyID,
                secretAccessKey: credentials.secretAccessKey,
                sessionToken: credentials.sessionToken
            ),
            transport: house.gatehouse.transport,
            clock: ClientClock(now: { clock.now }, uptime: manual.uptime, sleep: manual.sleep)
        )
        let identity = try await tokenService.getCallerIdentity(GetCallerIdentityRequest())
        #expect(identity.arn?.contains("assumed-role/test-authenticated/CognitoIdentityCredentials") == true)
    }

    @Test func `an account that is deleted cannot come back`() async throws {
        let house = try await House()
        try await house.makeAda()
        let engine = try house.engine()
        _ = try await engine.signIn(username: "ada", password: "Correct-Horse-1")
        try await engine.deleteUser()
        #expect(throws: SessionError.signedOut) { try engine.currentUser() }
        await #expect(throws: SessionError.self) {
            try await engine.signIn(username: "ada", password: "Correct-Horse-1")
        }
    }

    @Test func `a call in the user's name reaches the service`() async throws {
        let house = try await House()
        try await house.makeAda()
        let engine = try house.engine()
        _ = try await engine.signIn(username: "ada", password: "Correct-Horse-1")
        let answer = try await engine.callAsUser(GetUserOperation.self) { GetUserRequest(accessToken: $0) }
        #expect(answer.username == "ada")
    }
}
