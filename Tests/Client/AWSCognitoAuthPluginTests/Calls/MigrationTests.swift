// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import Amplify
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

/// Users that a pool's triggers migrate or authenticate, on the real server with programs as triggers.
@Suite(.hangLimit) struct MigrationTests {
    private static func signIn(_ app: TestApp, _ flow: AuthFlowType, _ password: String) async throws -> AuthSignInStep
    {
        let extra = AWSAuthSignInOptions(metadata: ["k": "v"], authFlowType: flow)
        let options = AuthSignInRequest.Options(pluginOptions: extra)
        return try await app.plugin.signIn(username: "olga", password: password, options: options).nextStep
    }

    @Test func `a user of the former system is migrated at a sign-in with the password, and can use SRP afterwards`()
        async throws
    {
        let functions = try PoolFunctions()
        let world = try await World.with(functions)
        let app = try world.app(.userPoolOnly)
        // A sign-in over SRP has no password that the migration trigger could check.
        #expect(await failure { _ = try await Self.signIn(app, .userSRP, "Former-Horse-1") } != nil)
        #expect(try !functions.names().contains("UserMigration"))
        #expect(await failure { _ = try await Self.signIn(app, .userPassword, "Wrong-Horse-2") } != nil)
        #expect(try await Self.signIn(app, .userPassword, "Former-Horse-1") == .done)
        #expect(try await app.plugin.getCurrentUser().username == "olga")
        let email = try await app.plugin.fetchUserAttributes().first { $0.key == .email }
        #expect(email?.value == "olga@example.com")
        let request = try functions.request("UserMigration_Authentication")
        #expect(request?["password"] == "Former-Horse-1" && request?["validationData"] == ["k": "v"])
        _ = try await app.signOut()
        let count = try functions.names().count { $0 == "UserMigration" }
        #expect(try await Self.signIn(app, .userSRP, "Former-Horse-1") == .done)
        #expect(try functions.names().count { $0 == "UserMigration" } == count)
    }

    @Test(arguments: [true, false])
    func `a trigger may confirm a sign-up without a code`(isInvited: Bool) async throws {
        let functions = try PoolFunctions()
        let world = try await World.with(functions)
        let app = try world.app(.userPoolOnly)
        let extra = AWSAuthSignUpOptions(
            validationData: ["invitation": isInvited ? "yes" : "no"],
            metadata: ["k": "v"]
        )
        let result = try await app.plugin.signUp(
            username: "grace",
            password: World.password,
            options: AuthSignUpRequest.Options(
                userAttributes: [AuthUserAttribute(.email, value: "grace@example.com")],
                pluginOptions: extra
            )
        )
        #expect(result.isSignUpComplete == isInvited)
        let request = try functions.request("PreSignUp_SignUp")
        #expect(request?["validationData"] == ["invitation": isInvited ? "yes" : "no"])
        #expect(request?["clientMetadata"] == ["k": "v"])
        #expect(try functions.names().contains("PostConfirmation") == isInvited)
        let signIn = try await app.plugin.signIn(username: "grace", password: World.password)
        guard isInvited else {
            #expect(signIn.nextStep == .confirmSignUp(nil))
            return
        }
        #expect(signIn.isSignedIn)
        let verified = try await app.plugin.fetchUserAttributes().first { $0.key == .emailVerified }
        #expect(verified?.value == "true")
    }
}
