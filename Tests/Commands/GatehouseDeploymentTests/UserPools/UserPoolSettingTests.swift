// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseDeployment
@testable import GatehouseProject

/// What a user pool has after a push, answer by answer.
@Suite("User pools of a push")
struct UserPoolSettingTests {
    @Test("A default resource makes a pool with Gen 1's settings, its tags and a protection")
    func defaults() async throws {
        let (bench, ids) = try await UserPoolBench.withPool()
        let pool = try #require(try await bench.pool(ids))
        #expect(pool.name == "shop_userpool-test")
        let policy = pool.policies?.passwordPolicy
        #expect(policy?.minimumLength == 8)
        #expect(
            [policy?.requireLowercase, policy?.requireUppercase, policy?.requireNumbers, policy?.requireSymbols]
                == [false, false, false, false])
        #expect(pool.usernameConfiguration?.caseSensitive == false)
        #expect(pool.usernameAttributes == nil)
        #expect(pool.aliasAttributes == nil)
        let required = (pool.schemaAttributes ?? []).filter { $0.required == true && $0.name != "sub" }
        #expect(required.map(\.name) == ["email"])
        #expect(required.map(\.mutable) == [true])
        #expect(pool.autoVerifiedAttributes == [.email])
        #expect(pool.userAttributeUpdateSettings?.attributesRequireVerificationBeforeUpdate == [.email])
        #expect(pool.emailVerificationSubject == "Your verification code")
        #expect(pool.emailVerificationMessage == "Your verification code is {####}")
        #expect(pool.smsConfiguration == nil)
        #expect(pool.mfaConfiguration == .off)
        #expect(pool.deletionProtection == .active)
        #expect(
            pool.userPoolTags == [
                "amplify:app-id": "d0000000000001", "amplify:env": "test", "user:Application": "shop",
            ])
        #expect(ids[UserPoolBench.resource, "UserPoolName"] == pool.name)
        #expect(ids[UserPoolBench.resource, "UserPoolArn"] == pool.arn)
    }

    @Test("Two clients have 30 days of refresh tokens, no secret and no OAuth")
    func defaultClients() async throws {
        let (bench, ids) = try await UserPoolBench.withPool()
        for (key, name) in [
            ("AppClientID", "shop1a2b3c4d_app_client"), ("AppClientIDWeb", "shop1a2b3c4d_app_clientWeb"),
        ] {
            let client = try #require(try await bench.client(ids, key))
            #expect(client.clientName == name)
            #expect(client.refreshTokenValidity == 30)
            #expect(client.tokenValidityUnits?.refreshToken == .days)
            #expect(client.clientSecret == nil)
            #expect(client.explicitAuthFlows == nil)
            #expect(client.allowedOAuthFlowsUserPoolClient == false)
            #expect(client.readAttributes == nil)
            #expect(client.writeAttributes == nil)
        }
    }

    @Test("Environments for development have no protection against deletion", arguments: ["dev", "sandbox"])
    func unprotected(environment: String) async throws {
        let bench = try await UserPoolBench()
        let ids = try await bench.made(UserPoolBench.wanted(UserPoolBench.auth(), environment: environment))
        let pool = try await bench.pool(ids)
        #expect(pool?.deletionProtection == .inactive)
        #expect(pool?.name == "shop_userpool-\(environment)")
    }

    @Test("The rules for passwords are the answers'")
    func passwords() async throws {
        let bench = try await UserPoolBench()
        var ids = try await bench.made(
            UserPoolBench.wanted(
                UserPoolBench.auth {
                    $0.passwordLength = 12
                    $0.passwordCharacters = ["Requires Lowercase", "Requires Symbols"]
                }))
        var policy = try await bench.pool(ids)?.policies?.passwordPolicy
        #expect(policy?.minimumLength == 12)
        #expect(policy?.requireLowercase == true)
        #expect(policy?.requireUppercase == false)
        #expect(policy?.requireNumbers == false)
        #expect(policy?.requireSymbols == true)
        let wanted = UserPoolBench.wanted(UserPoolBench.auth { $0.passwordCharacters = ["Requires Numbers"] })
        let differences = try await bench.plan(wanted, ids).differences
        #expect(
            differences.contains(
                Difference(member: "UserPool.Policies.PasswordPolicy.MinimumLength", old: "12", new: "8")))
        try await bench.apply(wanted, &ids)
        policy = try await bench.pool(ids)?.policies?.passwordPolicy
        #expect(policy?.minimumLength == 8)
        #expect(policy?.requireNumbers == true)
        #expect(policy?.requireSymbols == false)
    }

    @Test("Sign-in attributes and the rule for upper case are those of a new pool")
    func signInAttributes() async throws {
        let bench = try await UserPoolBench()
        let ids = try await bench.made(
            UserPoolBench.wanted(
                UserPoolBench.auth {
                    $0.usernameAttributes = ["email", "phone_number"]
                    $0.isUsernameCaseSensitive = true
                    $0.requiredAttributes = ["email", "name"]
                }))
        let pool = try #require(try await bench.pool(ids))
        #expect(Set(pool.usernameAttributes ?? []) == [.email, .phoneNumber])
        #expect(pool.usernameConfiguration?.caseSensitive == true)
        let required = (pool.schemaAttributes ?? []).filter { $0.required == true && $0.name != "sub" }
        #expect(Set(required.compactMap(\.name)) == ["email", "name"])
        // A phone number signs in, so that the pool can send messages to phones.
        #expect(pool.smsConfiguration?.snsCallerArn == "arn:aws:iam::123456789012:role/sns1a2b3c4d-test")
    }

    @Test("Aliases are aliases, verified where they are addresses")
    func aliases() async throws {
        let bench = try await UserPoolBench()
        let ids = try await bench.made(
            UserPoolBench.wanted(
                UserPoolBench.auth {
                    $0.aliasAttributes = ["phone_number", "preferred_username"]
                    $0.usernameAttributes = ["email"]
                }, forcesAliases: true))
        let pool = try #require(try await bench.pool(ids))
        #expect(Set(pool.aliasAttributes ?? []) == [.phoneNumber, .preferredUsername])
        #expect(pool.usernameAttributes == nil)
        #expect(Set(pool.autoVerifiedAttributes ?? []) == [.email, .phoneNumber])
    }

    @Test("The messages with codes are the answers', and a change reaches the server")
    func messages() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        try await bench.apply(
            UserPoolBench.wanted(
                UserPoolBench.auth {
                    $0.autoVerifiedAttributes = ["email", "phone_number"]
                    $0.emailVerificationSubject = "Welcome"
                    $0.emailVerificationMessage = "Type {####}"
                    $0.smsVerificationMessage = "Code: {####}"
                }), &ids)
        let pool = try #require(try await bench.pool(ids))
        #expect(pool.emailVerificationSubject == "Welcome")
        #expect(pool.emailVerificationMessage == "Type {####}")
        #expect(pool.smsVerificationMessage == "Code: {####}")
        #expect(pool.verificationMessageTemplate?.emailMessage == "Type {####}")
        #expect(Set(pool.autoVerifiedAttributes ?? []) == [.email, .phoneNumber])
    }

    @Test("MFA goes from OFF to ON, OPTIONAL and OFF again")
    func secondFactors() async throws {
        let (bench, made) = try await UserPoolBench.withPool()
        var ids = made
        var factors = try await self.factors(bench, &ids) {
            $0.mfaConfiguration = "ON"
            $0.mfaTypes = ["SMS Text Message", "TOTP"]
            $0.smsAuthenticationMessage = "Sign in with {####}"
        }
        #expect(factors.mfaConfiguration == .on)
        #expect(factors.softwareTokenMfaConfiguration?.enabled == true)
        #expect(factors.smsMfaConfiguration?.smsAuthenticationMessage == "Sign in with {####}")
        factors = try await self.factors(bench, &ids) {
            $0.mfaConfiguration = "OPTIONAL"
            $0.mfaTypes = ["TOTP"]
        }
        #expect(factors.mfaConfiguration == .optional)
        #expect(factors.softwareTokenMfaConfiguration?.enabled == true)
        #expect(factors.smsMfaConfiguration == nil)
        factors = try await self.factors(bench, &ids) { $0.mfaConfiguration = "OFF" }
        #expect(factors.mfaConfiguration == .off)
        #expect(factors.softwareTokenMfaConfiguration == nil)
    }

    /// The factors after a push of changed settings, which leaves nothing to do.
    private func factors(
        _ bench: UserPoolBench, _ ids: inout KnownIDs, _ change: (inout AuthSettings) -> Void
    ) async throws -> GetUserPoolMfaConfigResponse {
        let wanted = UserPoolBench.wanted(UserPoolBench.auth(change))
        try await bench.apply(wanted, &ids)
        let rest = try await bench.plan(wanted, ids)
        #expect(rest.steps.isEmpty, "\(rest.differences)")
        return try await bench.factors(ids)
    }

    @Test("Codes and passkeys as first factors come with USER_AUTH, and leave with it")
    func passwordless() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(
            UserPoolBench.auth {
                $0.passwordless = AuthSettings.Passwordless(
                    factors: ["WEB_AUTHN", "EMAIL_OTP"], relyingPartyID: "shop.example.com",
                    userVerification: "required")
            })
        var ids = try await bench.made(wanted)
        var pool = try #require(try await bench.pool(ids))
        #expect(
            Set(pool.policies?.signInPolicy?.allowedFirstAuthFactors ?? []) == [.password, .webAuthn, .emailOtp])
        let factors = try await bench.factors(ids)
        #expect(factors.webAuthnConfiguration?.relyingPartyId == "shop.example.com")
        #expect(factors.webAuthnConfiguration?.userVerification == .required)
        #expect(try await bench.client(ids)?.explicitAuthFlows?.contains(.allowUserAuth) == true)
        #expect(try await bench.plan(wanted, ids).steps.isEmpty)

        try await bench.apply(UserPoolBench.wanted(UserPoolBench.auth()), &ids)
        pool = try #require(try await bench.pool(ids))
        #expect(pool.policies?.signInPolicy?.allowedFirstAuthFactors == [.password])
        #expect(try await bench.client(ids)?.explicitAuthFlows?.contains(.allowUserAuth) == false)
    }

    @Test("Codes as the only factor beside compulsory MFA are an obstacle, before anything is made")
    func contradiction() async throws {
        let bench = try await UserPoolBench()
        let wanted = UserPoolBench.wanted(
            UserPoolBench.auth {
                $0.mfaConfiguration = "ON"
                $0.mfaTypes = ["TOTP"]
                $0.passwordless = AuthSettings.Passwordless(
                    factors: ["SMS_OTP"], relyingPartyID: nil, userVerification: nil)
            })
        #expect(try await bench.plan(wanted).obstacles.count == 1)
    }

    @Test("Triggers are set, changed and removed, and others of the pool stay")
    func triggers() async throws {
        let bench = try await UserPoolBench()
        let arn = "arn:aws:lambda:us-east-1:123456789012:function:"
        let auth = UserPoolBench.auth { $0.triggers = ["PreSignup": ["custom"], "CustomMessage": ["custom"]] }
        let wanted = UserPoolBench.wanted(
            auth, triggerARNs: ["PreSignup": arn + "shopPreSignup", "CustomMessage": arn + "shopCustomMessage"])
        var ids = try await bench.made(wanted)
        var pool = try #require(try await bench.pool(ids))
        #expect(pool.lambdaConfig?.preSignUp == arn + "shopPreSignup")
        #expect(pool.lambdaConfig?.customMessage == arn + "shopCustomMessage")

        var stated = StatedSettings()
        stated.members["LambdaConfig"] = ["UserMigration": .string(arn + "migration")]
        let change = try #require(try WantedUserPool.update(of: pool, to: stated))
        _ = try await bench.backend.userPools.updateUserPool(change)
        let fewer = UserPoolBench.wanted(
            UserPoolBench.auth { $0.triggers = ["PreSignup": ["custom"]] },
            triggerARNs: ["PreSignup": arn + "shopPreSignup2"])
        #expect(
            try await bench.plan(fewer, ids).differences.map(\.member)
                == ["UserPool.LambdaConfig.CustomMessage", "UserPool.LambdaConfig.PreSignUp"])
        try await bench.apply(fewer, &ids)
        pool = try #require(try await bench.pool(ids))
        #expect(pool.lambdaConfig?.preSignUp == arn + "shopPreSignup2")
        #expect(pool.lambdaConfig?.customMessage == nil)
        #expect(pool.lambdaConfig?.userMigration == arn + "migration")
    }

    @Test("A trigger without a function is an obstacle that names the file")
    func triggerWithoutFunction() async throws {
        let bench = try await UserPoolBench()
        let obstacles = try await bench.plan(
            UserPoolBench.wanted(UserPoolBench.auth { $0.triggers = ["PreSignup": ["custom"]] })
        ).obstacles
        #expect(obstacles.count == 1)
        #expect(obstacles.first?.cure.contains("function/shop1a2b3c4dPreSignup/endpoint.json") == true)
    }
}
