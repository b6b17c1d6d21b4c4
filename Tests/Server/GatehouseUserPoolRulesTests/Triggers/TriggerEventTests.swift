// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseUserPoolModel
import GatehouseUserPools
import GatehouseWire
import Testing

@testable import GatehouseUserPoolKernel

/// The trigger's event payload, member by member.
@Suite struct TriggerEventTests {
    private static func pool(aliases: [AliasAttributeType]? = nil) throws -> UserPoolRecord {
        try UserPoolRecord(
            CreateUserPoolRequest(poolName: "test", aliasAttributes: aliases), id: "eu-west-1_abcdefghi",
            region: "eu-west-1", accountID: "123456789012", now: Date(timeIntervalSince1970: 0))
    }

    private static func subject(client: Bool = true) throws -> TriggerSubject {
        TriggerSubject(
            userName: "ada", attributes: ["email": "ada@example.com"], in: try pool(),
            by: client ? AppClientRecord.make() : nil)
    }

    private static func json(_ event: TriggerEvent) -> String {
        String(decoding: event.json.jsonBytes(), as: UTF8.self)
    }

    /// An event around a request and a response.
    private static func event(
        _ source: String, request: String, response: String, clientID: String = "client1", version: String = "1"
    ) -> String {
        #"{"callerContext":{"awsSdkVersion":"aws-sdk-unknown-unknown","clientId":"\#(clientID)"},"#
            + #""region":"eu-west-1","request":\#(request),"response":\#(response),"#
            + #""triggerSource":"\#(source)","userName":"ada","userPoolId":"eu-west-1_abcdefghi","#
            + #""version":"\#(version)"}"#
    }

    @Test func `pre sign-up`() throws {
        let event = PreSignUp.event(
            .signUp, of: try Self.subject(), validationData: [AttributeType(name: "a", value: "b")],
            metadata: ["k": "v"])
        #expect(
            Self.json(event)
                == Self.event(
                    "PreSignUp_SignUp",
                    request: #"{"clientMetadata":{"k":"v"},"userAttributes":{"email":"ada@example.com"},"#
                        + #""validationData":{"a":"b"}}"#,
                    response: #"{"autoConfirmUser":false,"autoVerifyEmail":false,"autoVerifyPhone":false}"#))
    }

    @Test func `pre sign-up by an administrator names no client`() throws {
        let event = PreSignUp.event(
            .adminCreateUser, of: try Self.subject(client: false), validationData: nil, metadata: nil)
        #expect(
            Self.json(event)
                == Self.event(
                    "PreSignUp_AdminCreateUser",
                    request: #"{"userAttributes":{"email":"ada@example.com"},"validationData":null}"#,
                    response: #"{"autoConfirmUser":false,"autoVerifyEmail":false,"autoVerifyPhone":false}"#,
                    clientID: "CLIENT_ID_NOT_APPLICABLE"))
    }

    @Test(arguments: [
        (PostConfirmation.Source.confirmSignUp, "PostConfirmation_ConfirmSignUp"),
        (.confirmForgotPassword, "PostConfirmation_ConfirmForgotPassword"),
    ])
    func `post confirmation`(_ source: PostConfirmation.Source, _ name: String) throws {
        let event = PostConfirmation.event(source, of: try Self.subject(), metadata: nil)
        #expect(
            Self.json(event)
                == Self.event(name, request: #"{"userAttributes":{"email":"ada@example.com"}}"#, response: "{}"))
    }

    @Test(arguments: [(Message.Kind.signUp, "null"), (.adminCreateUser, #""{username}""#)])
    func `custom message`(_ kind: Message.Kind, _ username: String) throws {
        let event = CustomMessage.event(kind, of: try Self.subject(), metadata: nil)
        #expect(
            Self.json(event)
                == Self.event(
                    "CustomMessage_\(kind.rawValue)",
                    request: ##"{"codeParameter":"{####}","linkParameter":"{##Click Here##}","##
                        + #""userAttributes":{"email":"ada@example.com"},"usernameParameter":\#(username)}"#,
                    response: #"{"emailMessage":null,"emailSubject":null,"smsMessage":null}"#))
    }

    @Test func `the password is in the migration trigger's event`() throws {
        let subject = TriggerSubject(userName: "ada", attributes: [:], in: try Self.pool(), by: .make())
        let event = UserMigration.event(
            .authentication, of: subject, password: "s3cret", validationData: ["v": "w"], metadata: nil)
        #expect(
            Self.json(event)
                == Self.event(
                    "UserMigration_Authentication",
                    request: #"{"password":"s3cret","validationData":{"v":"w"}}"#,
                    response: #"{"desiredDeliveryMediums":null,"enableSMSMFA":null,"finalUserStatus":null,"#
                        + #""forceAliasCreation":null,"messageAction":null,"userAttributes":null}"#))
    }

    @Test func `pre authentication`() throws {
        let event = PreAuthentication.event(of: try Self.subject(), validationData: ["v": "w"])
        #expect(
            Self.json(event)
                == Self.event(
                    "PreAuthentication_Authentication",
                    request: #"{"userAttributes":{"email":"ada@example.com"},"userNotFound":false,"#
                        + #""validationData":{"v":"w"}}"#,
                    response: "{}"))
    }

    @Test func `post authentication`() throws {
        let event = PostAuthentication.event(of: try Self.subject(), usesNewDevice: true, metadata: ["k": "v"])
        #expect(
            Self.json(event)
                == Self.event(
                    "PostAuthentication_Authentication",
                    request: #"{"clientMetadata":{"k":"v"},"newDeviceUsed":true,"#
                        + #""userAttributes":{"email":"ada@example.com"}}"#,
                    response: "{}"))
    }

    private static func flow() throws -> CustomFlow {
        CustomFlow(
            subject: try subject(),
            history: [
                AnsweredChallenge(name: "SRP_A", isRight: true),
                AnsweredChallenge(name: "CUSTOM_CHALLENGE", isRight: false, metadata: "M"),
            ], metadata: ["k": "v"])
    }

    private static let session =
        #"[{"challengeName":"SRP_A","challengeResult":true},"#
        + #"{"challengeMetadata":"M","challengeName":"CUSTOM_CHALLENGE","challengeResult":false}]"#

    @Test func `a custom flow's session lists its earlier challenges`() throws {
        #expect(
            Self.json(DefineAuthChallenge.event(try Self.flow()))
                == Self.event(
                    "DefineAuthChallenge_Authentication",
                    request: #"{"clientMetadata":{"k":"v"},"session":\#(Self.session),"#
                        + #""userAttributes":{"email":"ada@example.com"},"userNotFound":false}"#,
                    response: #"{"challengeName":null,"failAuthentication":null,"issueTokens":null}"#))
    }

    @Test func `a custom challenge to be made`() throws {
        #expect(
            Self.json(CreateAuthChallenge.event(try Self.flow()))
                == Self.event(
                    "CreateAuthChallenge_Authentication",
                    request: #"{"challengeName":"CUSTOM_CHALLENGE","clientMetadata":{"k":"v"},"#
                        + #""session":\#(Self.session),"userAttributes":{"email":"ada@example.com"},"#
                        + #""userNotFound":false}"#,
                    response: #"{"challengeMetadata":null,"privateChallengeParameters":null,"#
                        + #""publicChallengeParameters":null}"#))
    }

    @Test func `a custom answer to be judged`() throws {
        #expect(
            Self.json(VerifyAuthChallengeResponse.event(try Self.flow(), answer: "owl", hidden: ["word": "crow"]))
                == Self.event(
                    "VerifyAuthChallengeResponse_Authentication",
                    request: #"{"challengeAnswer":"owl","clientMetadata":{"k":"v"},"#
                        + #""privateChallengeParameters":{"word":"crow"},"#
                        + #""userAttributes":{"email":"ada@example.com"},"userNotFound":false}"#,
                    response: #"{"answerCorrect":null}"#))
    }

    @Test(arguments: [
        (PreTokenGeneration.Version.v1, "1", "", "claimsOverrideDetails"),
        (.v2, "2", #""scopes":["aws.cognito.signin.user.admin"],"#, "claimsAndScopeOverrideDetails"),
        (.v3, "3", #""scopes":["aws.cognito.signin.user.admin"],"#, "claimsAndScopeOverrideDetails"),
    ])
    func `pre token generation`(
        _ version: PreTokenGeneration.Version, _ number: String, _ scopes: String, _ response: String
    ) throws {
        let event = PreTokenGeneration.event(
            .refreshTokens, of: try Self.subject(),
            groups: GroupClaims(names: ["a"], roles: ["r"], preferredRole: nil), scopes: [TokenGrant.ownOperations],
            version: version, metadata: nil)
        #expect(
            Self.json(event)
                == Self.event(
                    "TokenGeneration_RefreshTokens",
                    request: #"{"groupConfiguration":{"groupsToOverride":["a"],"iamRolesToOverride":["r"],"#
                        + #""preferredRole":null},\#(scopes)"userAttributes":{"email":"ada@example.com"}}"#,
                    response: #"{"\#(response)":null}"#, version: number))
    }

    @Test func `the event's attributes of an existing user include the sub, the status and the aliases`() throws {
        let user = UserRecord(
            sub: "sub1", poolID: "eu-west-1_abcdefghi", username: "ada", status: .confirmed,
            attributes: ["email": "a@example.com", "email_verified": "true", "phone_number": "+12025550123"],
            password: nil, createdAt: Date(timeIntervalSince1970: 0), modifiedAt: Date(timeIntervalSince1970: 0))
        let subject = TriggerSubject(user, in: try Self.pool(aliases: [.email, .phoneNumber]), by: nil)
        #expect(
            subject.attributes == [
                "sub": "sub1", "cognito:user_status": "CONFIRMED", "email": "a@example.com",
                "email_verified": "true", "cognito:email_alias": "a@example.com", "phone_number": "+12025550123",
            ])
    }

    @Test func `an event about an unknown user has userNotFound and no attributes`() throws {
        let subject = TriggerSubject(nobodyNamed: "ada", in: try Self.pool(), by: .make())
        let request = CustomMessage.event(.forgotPassword, of: subject, metadata: nil).json["request"]
        #expect(request?["userNotFound"] == true)
        #expect(request?["userAttributes"] == [:])
    }
}

extension AppClientRecord {
    fileprivate static func make() -> AppClientRecord {
        let start = Date(timeIntervalSince1970: 0)
        return AppClientRecord(
            id: "client1", poolID: "eu-west-1_abcdefghi", description: UserPoolClientType(), secrets: [],
            createdAt: start, modifiedAt: start)
    }
}
