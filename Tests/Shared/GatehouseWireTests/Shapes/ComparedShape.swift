// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import GatehouseWire
import ProjectShapes
import Testing

/// A structure that is read from a document and from a value, and written both ways.
struct ComparedShape: Sendable, CustomTestStringConvertible {
    /// What a document is to the structure.
    enum Verdict: CaseIterable {
        case obeyed
        case violated
        case mistyped
        case unreadable
    }

    let testDescription: String
    /// A document that obeys the model.
    let sample: String
    /// What a document is; `nil` if the two ways differ.
    let verdict: @Sendable (_ document: [UInt8]) -> Verdict?

    init<Shape: WireStructure>(
        _ type: Shape.Type, of service: ServiceIdentity = .cognitoIdentityProvider, _ sample: String
    ) {
        testDescription = String(describing: type)
        self.sample = sample
        verdict = { bytes in
            let read = Result { () throws(WireSyntaxError) in try WireValue(foreignJSON: bytes) }
            let scanned = Result { () throws(WireSyntaxError) in try WireDocument(foreignJSON: bytes) }
            guard scanned.map({ $0.value }) == read else { return nil }
            guard case .success(let value) = read, case .success(let document) = scanned else { return .unreadable }
            return Self.judge(value, document, as: Shape.self, service)
        }
    }

    private static func judge<Shape: WireStructure>(
        _ value: WireValue, _ document: WireDocument, as type: Shape.Type, _ service: ServiceIdentity
    ) -> Verdict? {
        let request = Result { () throws(ServiceFault) in try Shape(validating: value, for: service) }
        let sameRequest = Result { () throws(ServiceFault) in try Shape(validating: document, for: service) }
        let answer = Result { () throws(ServiceFault) in try Shape(answer: value, form: .json) }
        let sameAnswer = Result { () throws(ServiceFault) in try Shape(answer: document) }
        guard sameRequest == request, sameAnswer == answer else { return nil }
        if case .success(let structure) = answer {
            guard structure.jsonBytes() == structure.wireValue(in: .json).jsonBytes() else { return nil }
        }
        switch request {
        case .success: return .obeyed
        case .failure(let fault): return fault.code == .serialization ? .mistyped : .violated
        }
    }
}

// A sample has its line breaks between the parts of the document.
extension ComparedShape {
    /// Structures that have every type of member between them.
    static let all: [ComparedShape] = [
        signUp, start, continuation, challenge, user, sessions, registration, pool, search, style, roles, token, state,
    ]

    /// A request with structures, lists and maps.
    static let signUp = ComparedShape(
        SignUpRequest.self,
        #"""
        {"ClientId":"abc","Username":"ada","Password":"Secret1!","ClientMetadata":{"b":"2","a":"1"},
        "UserAttributes":[{"Name":"email","Value":"a@b.c"},{"Name":"name","Value":"Zoë"}],
        "AnalyticsMetadata":{"AnalyticsEndpointId":"e"},"UserContextData":{"IpAddress":"127.0.0.1"}}
        """#)

    private static let start = ComparedShape(
        InitiateAuthRequest.self,
        #"""
        {"ClientId":"abc","AuthFlow":"USER_SRP_AUTH","AuthParameters":{"USERNAME":"ada","SRP_A":"1234567890ABCDEF"}}
        """#)

    private static let continuation = ComparedShape(
        RespondToAuthChallengeRequest.self,
        #"""
        {"ClientId":"abc","ChallengeName":"PASSWORD_VERIFIER","Session":"a session of many letters",
        "ChallengeResponses":{"USERNAME":"ada","TIMESTAMP":"Tue Dec 1 09:24:00 UTC 2026","NAME":"Zoë"}}
        """#)

    private static let challenge = ComparedShape(
        InitiateAuthResponse.self,
        #"""
        {"ChallengeParameters":{},"AvailableChallenges":["PASSWORD","SMS_OTP"],"AuthenticationResult":
        {"AccessToken":"a.b.c","ExpiresIn":3600,"TokenType":"Bearer","RefreshToken":"d.e.f","IdToken":"g.h.i"}}
        """#)

    private static let user = ComparedShape(
        GetUserResponse.self,
        #"""
        {"Username":"ada","UserAttributes":[{"Name":"sub","Value":"1"},{"Name":"name","Value":"\"Zoë\""}],
        "MFAOptions":[{"DeliveryMedium":"SMS"}],"UserMFASettingList":["SMS_MFA","SOFTWARE_TOKEN_MFA"]}
        """#)

    /// An answer with times in both forms.
    private static let sessions = ComparedShape(
        ListUserSessionsResponse.self,
        #"""
        {"Sessions":[{"SessionType":"TOKEN","CreateDate":1689980857.949,"LastActiveDate":1700000000,
        "IsCurrentSession":true,"LastLocation":{"City":"Zürich"}},{"LastActiveDate":"2024-01-01T00:00:00Z"}]}
        """#)

    /// A request with a document.
    private static let registration = ComparedShape(
        CompleteWebAuthnRegistrationRequest.self,
        #"""
        {"AccessToken":"a.b.c","Credential":{"id":"x","response":{"transports":["usb",1,1.5,true,null]}}}
        """#)

    private static let pool = ComparedShape(
        CreateUserPoolRequest.self,
        #"""
        {"PoolName":"a pool","Policies":{"PasswordPolicy":{"MinimumLength":8,"RequireSymbols":false}},
        "Schema":[{"Name":"size","AttributeDataType":"Number","Mutable":true}],"UserPoolTags":{"a":"b"},
        "AutoVerifiedAttributes":["email"],"MfaConfiguration":"OFF","LambdaConfig":{}}
        """#)

    private static let search = ComparedShape(
        ListUsersRequest.self,
        #"""
        {"UserPoolId":"us-east-1_abc","Limit":60,"Filter":"name = \"Zoë\"","AttributesToGet":["email","sub"]}
        """#)

    /// A request with bytes.
    private static let style = ComparedShape(
        SetUICustomizationRequest.self, #"{"UserPoolId":"us-east-1_abc","CSS":"","ImageFile":"AQL/"}"#)

    /// A request with a map of structures.
    private static let roles = ComparedShape(
        SetIdentityPoolRolesInput.self, of: .cognitoIdentity,
        #"""
        {"IdentityPoolId":"us-east-1:0-0","Roles":{"authenticated":"arn:aws:iam::123456789012:role/r"},
        "RoleMappings":{"graph.facebook.com":{"Type":"Rules","RulesConfiguration":{"Rules":[{"Claim":"c",
        "MatchType":"Equals","Value":"v","RoleARN":"arn:aws:iam::123456789012:role/r"}]}}}}
        """#)

    /// A request with a number of 64 bits.
    private static let token = ComparedShape(
        GetOpenIdTokenForDeveloperIdentityInput.self, of: .cognitoIdentity,
        #"{"IdentityPoolId":"us-east-1:0-0","Logins":{"developer":"x"},"TokenDuration":900}"#)

    private static let state = ComparedShape(
        PutStateRequest.self, of: .projectRecords,
        #"""
        {"AppId":"abc","EnvironmentName":"dev","LockToken":"t","ExpectedStateNumber":1,"Files":[],"Outputs":"{}",
        "PushedFrom":"here"}
        """#)
}
