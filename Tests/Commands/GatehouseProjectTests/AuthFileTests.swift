// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseProject
import Testing

/// `cli-inputs.json` and `parameters.json`: what is written, and the forms that are found in projects.
@Suite struct AuthFileTests {
    private static let golden = """
        {
          "version": "1",
          "cognitoConfig": {
            "identityPoolName": "shop1a2b3c4d_identitypool_1a2b3c4d",
            "allowUnauthenticatedIdentities": false,
            "resourceNameTruncated": "shop1a2b3c4d",
            "userPoolName": "shop1a2b3c4d_userpool_1a2b3c4d",
            "autoVerifiedAttributes": [
              "email"
            ],
            "mfaConfiguration": "OFF",
            "mfaTypes": [
              "SMS Text Message"
            ],
            "smsAuthenticationMessage": "Your authentication code is {####}",
            "smsVerificationMessage": "Your verification code is {####}",
            "emailVerificationSubject": "Your verification code",
            "emailVerificationMessage": "Your verification code is {####}",
            "defaultPasswordPolicy": false,
            "passwordPolicyMinLength": 8,
            "passwordPolicyCharacters": [],
            "requiredAttributes": [
              "email"
            ],
            "aliasAttributes": [],
            "userpoolClientGenerateSecret": false,
            "userpoolClientRefreshTokenValidity": 30,
            "userpoolClientWriteAttributes": [
              "email"
            ],
            "userpoolClientReadAttributes": [
              "email"
            ],
            "userpoolClientSetAttributes": false,
            "sharedId": "1a2b3c4d",
            "resourceName": "shop1a2b3c4d",
            "authSelections": "identityPoolAndUserPool",
            "useDefault": "default",
            "userPoolGroupList": [],
            "usernameCaseSensitive": false,
            "hostedUI": false,
            "userpoolClientLambdaRole": "shop1a2b3c4d_userpoolclient_lambda_role",
            "serviceName": "Cognito",
            "useEnabledMfas": true,
            "authRoleArn": {
              "Fn::GetAtt": [
                "AuthRole",
                "Arn"
              ]
            },
            "unauthRoleArn": {
              "Fn::GetAtt": [
                "UnauthRole",
                "Arn"
              ]
            },
            "breakCircularDependency": true,
            "dependsOn": []
          }
        }
        """

    @Test func `the default configuration is written as AWS's tool writes it`() throws {
        #expect(try AuthSettings.created().newInputs().text == Self.golden)
    }

    @Test(
        arguments: [
            [:], ["useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://out"],
            [
                "useDefault": "manual", "mfaConfiguration": "ON", "mfaTypes": "SMS Text Message,TOTP",
                "userPoolGroups": "No", "usernameAttributes": "Email or Phone Number", "thirdPartyAuth": "No",
                "defaultPasswordPolicy": "y", "passwordPolicyMinLength": "12",
                "passwordPolicyCharacters": "Requires Numbers", "newCallbackURLs": "https://a.example/",
                "newLogoutURLs": "https://a.example/", "triggerFunctions": "Pre Sign-up",
                "triggers.PreSignup": "custom",
            ],
        ] as [[String: String]])
    func `settings that were written read the same`(lines: [String: String]) throws {
        let settings = try AuthSettings.created(lines)
        #expect(try AuthSettings(inputs: settings.newInputs()) == settings)
    }

    @Test func `the texts of JSON inside the file have the form of AWS's tool`() throws {
        let settings = try AuthSettings.created([
            "useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://out",
            "authProvidersUserPool": "Facebook, Google", "facebookAppIdUserPool": "a", "facebookAppSecretUserPool": "b",
            "googleAppIdUserPool": "c", "googleAppSecretUserPool": "d",
        ])
        let inputs = try settings.newInputs()
        #expect(
            inputs["/cognitoConfig/oAuthMetadata"]
                == .string(
                    #"{"AllowedOAuthFlows":["code"],"AllowedOAuthScopes":["phone","email","openid","profile","#
                        + #""aws.cognito.signin.user.admin"],"CallbackURLs":["myapp://"],"LogoutURLs":["myapp://out"]}"#
                ))
        #expect(
            inputs["/cognitoConfig/hostedUIProviderMeta"]
                == .string(
                    #"[{"ProviderName":"Facebook","authorize_scopes":"email,public_profile","AttributeMapping":"#
                        + #"{"email":"email","username":"id"}},{"ProviderName":"Google","#
                        + #""authorize_scopes":"openid email profile","AttributeMapping":{"email":"email","username":"sub"}}]"#
                ))
        let text = inputs.text
        for secret in ["\"b\"", "\"d\"", "facebookAppSecretUserPool", "hostedUIProviderCreds"] {
            #expect(!text.contains(secret))
        }
    }

    // MARK: - Forms that are found

    @Test(
        arguments: [
            (#"["email, phone_number"]"#, ["email", "phone_number"]),
            (#"["email","phone_number"]"#, ["email", "phone_number"]),
            (#"["username"]"#, []), ("null", []), ("[]", []), (#""email""#, ["email"]),
        ] as [(String, [String])])
    func `sign-in attributes are read in all their forms`(form: String, attributes: [String]) throws {
        let inputs = try document(#"{"cognitoConfig": {"resourceName": "a", "usernameAttributes": \#(form)}}"#)
        #expect(try AuthSettings(inputs: inputs).usernameAttributes == attributes)
    }

    @Test func `an older file is read with its numbers, triggers and texts as texts`() throws {
        let settings = try AuthSettings(inputs: document(Self.older))
        #expect(settings.resourceName == "old")
        #expect(settings.passwordLength == 10)
        #expect(settings.refreshTokenDays == 7)
        #expect(settings.triggers == ["PreSignup": ["custom"], "CustomMessage": ["verification-link"]])
        #expect(settings.requiredAttributes == [])
        #expect(settings.hostedPages?.callbackURLs == ["myapp://"])
        #expect(settings.isUsernameCaseSensitive)
        #expect(settings.identityPoolName == nil)
    }

    private static let older = """
        {
            "resourceName": "old", "useDefault": "manual", "identityPoolName": null, "authProviders": null,
            "passwordPolicyMinLength": "10", "userpoolClientRefreshTokenValidity": "7", "requiredAttributes": [],
            "triggers": "{\\"PreSignup\\":[\\"custom\\"],\\"CustomMessage\\":[\\"verification-link\\"]}",
            "hostedUI": true, "hostedUIDomainName": "old",
            "oAuthMetadata": "{\\"CallbackURLs\\":[\\"myapp://\\"],\\"Extra\\":1}",
            "parentStack": { "Ref": "AWS::StackId" }, "unknown" : [ 1,2 ]
        }
        """

    @Test func `a change of an older file keeps its forms and everything else`() throws {
        let inputs = try document(Self.older)
        let old = try AuthSettings(inputs: inputs)
        var new = old
        new.triggers["PreSignup"] = nil
        new.hostedPages?.callbackURLs = ["myapp://", "other://"]
        new.refreshTokenDays = 30
        let changed = try new.inputs(changing: inputs, from: old)
        let expected = Self.older
            .replacing(#"{\"PreSignup\":[\"custom\"],\"CustomMessage\""#, with: #"{\"CustomMessage\""#)
            .replacing(#"Validity": "7""#, with: #"Validity": 30"#)
            .replacing(#"[\"myapp://\"],"#, with: #"[\"myapp://\", \"other://\"],"#)
        let lines = changed.text.split(separator: "\n")
        // Members of the text that the file did not have are added to it.
        for (line, wanted) in zip(lines, expected.split(separator: "\n")) where !line.contains("oAuthMetadata") {
            #expect(line == wanted)
        }
        #expect(lines.contains { $0.contains("oAuthMetadata") && $0.contains(#"\"Extra\":1"#) })
        #expect(try AuthSettings(inputs: changed) == new)
    }

    @Test func `an identity pool without a user pool is read`() throws {
        let settings = try AuthSettings(
            inputs: document(#"{"cognitoConfig": {"resourceName": "a", "authSelections": "identityPoolOnly"}}"#))
        #expect(settings.hasIdentityPool)
        #expect(!settings.hasUserPool)
    }

    @Test(arguments: [
        (#"{"cognitoConfig": {"mfaConfiguration": "MAYBE"}}"#, "/cognitoConfig/mfaConfiguration"),
        (#"{"cognitoConfig": {"authSelections": 1}}"#, "/cognitoConfig/authSelections"),
        (#"{"cognitoConfig": {"requiredAttributes": [1]}}"#, "/cognitoConfig/requiredAttributes/0"),
        (#"{"cognitoConfig": {"passwordPolicyMinLength": "many"}}"#, "/cognitoConfig/passwordPolicyMinLength"),
        (#"{"cognitoConfig": {"triggers": "{"}}"#, "/cognitoConfig/triggers"),
        (#"{"cognitoConfig": []}"#, "/cognitoConfig"),
    ])
    func `a value of another kind is named by its pointer`(text: String, pointer: String) throws {
        let inputs = try document(text)
        #expect {
            _ = try AuthSettings(inputs: inputs)
        } throws: {
            ($0 as? JSONFlaw)?.pointer.description == pointer
        }
    }

    // MARK: - Changes

    @Test(arguments: ["\n", "\r\n"])
    func `an update changes the lines of its members alone`(lineBreak: String) throws {
        let settings = try AuthSettings.created()
        let text = "\u{FEFF}" + Self.golden.replacing("\n", with: lineBreak) + lineBreak
        let inputs = try document(text)
        let updates: [(lines: [String: String], members: [String])] = [
            (["allowUnauthenticatedIdentities": "Yes"], ["allowUnauthenticatedIdentities", "useDefault"]),
            (["userpoolClientRefreshTokenValidity": "3"], ["userpoolClientRefreshTokenValidity", "useDefault"]),
            (["mfaConfiguration": "ON", "mfaTypes": "SMS Text Message"], ["mfaConfiguration", "useDefault"]),
            (["emailVerificationSubject": "Code \"x\""], ["emailVerificationSubject", "useDefault"]),
        ]
        for update in updates {
            let new = try settings.updated(update.lines.merging(["updateFlow": "manual"]) { $1 })
            let changed = try new.inputs(changing: inputs, from: settings)
            let before = text.split(separator: lineBreak, omittingEmptySubsequences: false)
            let after = changed.text.split(separator: lineBreak, omittingEmptySubsequences: false)
            #expect(before.count == after.count)
            for (old, new) in zip(before, after) where old != new {
                #expect(update.members.contains { old.contains("\"\($0)\"") }, "\(new)")
            }
            #expect(try AuthSettings(inputs: changed) == new)
        }
    }

    @Test func `an update that answers with Enter changes nothing but the way`() throws {
        let settings = try AuthSettings.created(["useDefault": "manual", "userPoolGroups": "No", "hostedUI": "No"])
        let updated = try settings.updated(["updateFlow": "manual"])
        #expect(updated == settings)
    }

    @Test func `an update that answers with Enter keeps values that no list has`() throws {
        var settings = try AuthSettings.created([
            "useDefault": "manual", "userPoolGroups": "No", "hostedUI": "No", "userpoolClientSetAttributes": "y",
        ])
        settings.autoVerifiedAttributes = ["email", "phone_number"]
        settings.readAttributes = ["email", "custom:size"]
        settings.writeAttributes = ["custom:size"]
        settings.triggers = ["UserMigration": ["mine"], "PreSignup": ["mine"]]
        settings.services = .identityPoolOnly
        #expect(try settings.updated(["updateFlow": "manual"]) == settings)
    }

    @Test func `removing the sign-in pages removes their members`() throws {
        let settings = try AuthSettings.created([
            "useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://",
        ])
        let inputs = try settings.newInputs()
        let updated = try settings.updated(["updateFlow": "default", "confirmOAuthRemoval": "y"])
        let changed = try updated.inputs(changing: inputs, from: settings)
        #expect(updated.hostedPages == nil)
        #expect(changed["/cognitoConfig/hostedUI"] == .bool(false))
        #expect(changed["/cognitoConfig/oAuthMetadata"] == nil)
        #expect(changed["/cognitoConfig/hostedUIDomainName"] == nil)
        let declined = try Transcript(
            AuthTable.rows, .shop(.update, facts: [.hasOAuth], present: settings.answers), ["updateFlow": "default"])
        #expect(AuthSettings.isDeclined(declined.interview.answers))
    }

    @Test func `redirects are edited, added and kept`() throws {
        let settings = try AuthSettings.created([
            "useDefault": "defaultSocial", "newCallbackURLs": "myapp://", "newLogoutURLs": "myapp://",
        ])
        let updated = try settings.updated([
            "updateFlow": "callbacks", "editCallbackURLs": "myapp://", "editCallbackURLs.0": "https://a.example/",
            "addCallbackURLs": "y", "newCallbackURLs": "http://localhost:3000/",
        ])
        #expect(updated.hostedPages?.callbackURLs == ["https://a.example/", "http://localhost:3000/"])
        #expect(updated.hostedPages?.logoutURLs == ["myapp://"])
    }

    @Test func `capabilities and functions become templates of triggers`() throws {
        let settings = try AuthSettings.created([
            "additionalQuestions": "Yes", "triggers": "custom-challenge, add-to-group",
        ])
        #expect(settings.hasCustomChallenges)
        #expect(settings.triggers["PostConfirmation"] == ["add-to-group"])
        #expect(settings.triggers.count == 4)
    }

    @Test func `the file of Gatehouse's own settings keeps what it has besides`() throws {
        let settings = try AuthSettings.created()
        #expect(try settings.own(changing: nil)?.bytes == nil)
        let updated = try settings.updated([
            "updateFlow": "passwordless", "passwordlessFactors": "Passkeys, Codes by e-mail",
            "relyingPartyId": "shop.example", "userVerification": "required",
        ])
        let own = try #require(try updated.own(changing: document("{\n  \"note\": \"ours\"\n}")))
        #expect(own["/note"] == .string("ours"))
        var read = settings
        try read.add(own: own)
        #expect(read.passwordless == updated.passwordless)
        #expect(read.passwordless?.relyingPartyID == "shop.example")
    }

    @Test func `the files of apps get all members that the Authenticator needs`() throws {
        var settings = try AuthSettings.created()
        settings.passwordCharacters = ["Requires Lowercase", "Requires Numbers"]
        settings.usernameAttributes = ["email", "phone_number"]
        let config = settings.frontendAuthConfig
        #expect(config["usernameAttributes"] == .strings(["EMAIL", "PHONE_NUMBER"]))
        #expect(config["signupAttributes"] == .strings(["EMAIL"]))
        #expect(config["verificationMechanisms"] == .strings(["EMAIL"]))
        #expect(config["mfaTypes"] == .strings(["SMS"]))
        #expect(
            config["passwordProtectionSettings"]?["passwordPolicyCharacters"]
                == .strings(["REQUIRES_LOWERCASE", "REQUIRES_NUMBERS"]))
    }
}
