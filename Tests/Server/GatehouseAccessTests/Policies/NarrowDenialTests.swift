// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import Testing

/// Each element of a policy by which a Deny would apply to fewer requests than it reads.
@Suite struct NarrowDenialTests {
    private static func flaws(
        _ elements: String, effect: String = "Deny", _ version: String = #""Version":"2012-10-17","#
    ) throws -> [String] {
        let isTrust = elements.contains("Principal\":")
        let json = #"{\#(version)"Statement":[{"Effect":"\#(effect)",\#(elements)}]}"#
        return try Policy(json: json, for: isTrust ? .trust : .identity).narrowDenials.map(\.description)
    }

    private static func condition(
        _ condition: String, effect: String = "Deny", trust: Bool = false
    ) throws -> [String] {
        let subject = trust ? #""Principal":"*""# : #""Resource":"*""#
        return try flaws(#""Action":"*",\#(subject),"Condition":{\#(condition)}"#, effect: effect)
    }

    @Test(arguments: [
        "aws:MultiFactorAuthPresent", "aws:PrincipalOrgID", "aws:ViaAWSService", "cognito-identity.amazonaws.com:name",
        "cognito-idp:Group", "sts:AWSServiceName", "iam:ResourceTag/a", "saml:sub", "login.example.com/tenant:email",
        "gatehouse:Any", "localhost:9229/us-east-1_A:groups", "https://cognito-identity.amazonaws.com:amr",
        "cognito-identity.amazonaws.com/:amr", "cognito-identity.amazonaws.com/a:aud", "accounts.google.com/:sub",
        "http://localhost:9229/us-east-1_A:sub",
    ])
    func `a Deny on a key that no request has is refused, unless it applies without the key`(key: String) throws {
        for condition in [
            #""StringEquals":{"\#(key)":"a"}"#, #""Bool":{"\#(key)":"false"}"#, #""Null":{"\#(key)":"false"}"#,
            #""ForAnyValue:StringLike":{"\#(key)":"a"}"#, #""ForAnyValue:StringNotEquals":{"\#(key)":"a"}"#,
            #""ArnLike":{"\#(key)":"arn:aws:iam::*:role/a"}"#, #""IpAddress":{"\#(key)":"10.0.0.0/8"}"#,
            #""NumericLessThan":{"\#(key)":"1"}"#, #""DateLessThan":{"\#(key)":"2026-01-01"}"#,
        ] {
            #expect(try Self.condition(condition).count == 1, "\(condition)")
            #expect(try Self.condition(condition, effect: "Allow").isEmpty, "\(condition)")
        }
        for condition in [
            #""StringNotEquals":{"\#(key)":"a"}"#, #""StringNotLike":{"\#(key)":"a*"}"#,
            #""StringEqualsIfExists":{"\#(key)":"a"}"#, #""BoolIfExists":{"\#(key)":"false"}"#,
            #""ForAllValues:StringEquals":{"\#(key)":"a"}"#, #""ForAnyValue:StringNotEqualsIfExists":{"\#(key)":"a"}"#,
            #""Null":{"\#(key)":"true"}"#, #""NotIpAddress":{"\#(key)":"10.0.0.0/8"}"#,
            #""NumericNotEquals":{"\#(key)":"1"}"#, #""ArnNotLike":{"\#(key)":"arn:aws:iam::*:role/a"}"#,
        ] {
            #expect(try Self.condition(condition).isEmpty, "\(condition)")
            let deny = try policy(#"{"Effect":"Deny","Action":"*","Resource":"*","Condition":{\#(condition)}}"#)
            #expect(deny.decision(on: request()) == .explicitlyDenied, "\(condition)")
        }
    }

    @Test func `the refusal names the place and what applies without the key`() throws {
        #expect(
            try Self.condition(#""Bool":{"aws:MultiFactorAuthPresent":"false"}"#) == [
                "Statement[0].Condition.Bool.aws:MultiFactorAuthPresent: no request to this server has this key, so that "
                    + "the Deny never applies: use BoolIfExists, which applies without the key, or another key"
            ])
    }

    @Test(arguments: [
        "aws:username", "AWS:UserName", "aws:PrincipalTag/Team", "aws:RequestTag/a", "aws:ResourceTag/Stage",
        "aws:PrincipalType", "aws:PrincipalAccount", "aws:RequestedRegion", "aws:userid", "sts:ExternalId",
        "sts:RoleSessionName", "sts:SourceIdentity", "iam:PassedToService", "cognito-identity.amazonaws.com:sub",
        "cognito-idp.us-east-1.amazonaws.com/us-east-1_A:aud", "accounts.google.com:oaud", "graph.facebook.com:app_id",
        "localhost:9229/us-east-1_A:sub", "s3:prefix", "kms:EncryptionContext:aws:s3:arn", "s3:ExistingObjectTag/a.b",
    ])
    func `a Deny on a key that requests have, or that another service decides about, is accepted`(key: String) throws {
        #expect(try Self.condition(#""StringEquals":{"\#(key)":"a"}"#).isEmpty)
    }

    @Test func `the keys of SAML are those of trust policies, and tags of resources those of permissions`() throws {
        #expect(try Self.condition(#""StringEquals":{"saml:sub":"a"}"#, trust: true).isEmpty)
        #expect(try Self.condition(#""StringEquals":{"saml:nothing":"a"}"#, trust: true).count == 1)
        #expect(try Self.condition(#""StringEquals":{"aws:ResourceTag/a":"b"}"#, trust: true).count == 1)
    }

    @Test(arguments: ["*", "?"])
    func `a wildcard in an operator for whole texts is refused, except where it makes the Deny wider`(
        wildcard: String
    ) throws {
        for name in ["StringEquals", "StringEqualsIgnoreCase", "ForAnyValue:StringEquals", "StringEqualsIfExists"] {
            #expect(try Self.condition(#""\#(name)":{"aws:username":["a","b\#(wildcard)"]}"#).count == 1)
        }
        #expect(try Self.condition(#""StringNotEquals":{"aws:username":"b\#(wildcard)"}"#).isEmpty)
        #expect(try Self.condition(#""StringLike":{"aws:username":"b\#(wildcard)"}"#).isEmpty)
        #expect(try Self.condition(#""StringEquals":{"aws:username":"b${\#(wildcard)}"}"#).isEmpty)
    }

    @Test(arguments: [
        #""IpAddress":{"aws:username":"10.0.0.0/8"}"#, #""StringEquals":{"aws:SourceIp":"10.0.0.0/8"}"#,
        #""Bool":{"aws:SourceIp":"true"}"#, #""ArnLike":{"aws:SourceIp":"arn:*:*:*:*:*"}"#,
        #""NumericEquals":{"aws:CurrentTime":"1"}"#, #""DateLessThan":{"aws:SecureTransport":"2026-01-01"}"#,
        #""Bool":{"aws:PrincipalArn":"true"}"#, #""ArnLike":{"aws:PrincipalArn":"*"}"#,
        #""ArnEquals":{"aws:PrincipalArn":"arn:aws:iam:*"}"#,
        #""ArnLike":{"aws:PrincipalArn":"role/${aws:PrincipalTag/t}"}"#,
        #""ArnLike":{"aws:PrincipalArn":"arn:aws:sts::123456789012:assumed-role/app/*"}"#,
        #""ArnLikeIfExists":{"aws:PrincipalArn":"arn:*:*:*:*:assumed-role/app/${aws:PrincipalTag/t}"}"#,
        #""StringLike":{"aws:PrincipalArn":"*assumed-role/app/*"}"#,
        #""StringEqualsIgnoreCase":{"aws:PrincipalArn":"arn:aws:sts::123456789012:Assumed-Role/app/a"}"#,
        #""StringEquals":{"aws:SecureTransport":"False"}"#, #""StringLike":{"aws:SecureTransport":"F*"}"#,
    ])
    func `an operator that no value of the key fulfils is refused`(condition: String) throws {
        // Text of persons can have any form.
        #expect(try Self.condition(condition).count == (condition.contains("aws:username") ? 0 : 1))
    }

    @Test(arguments: [
        #""IpAddress":{"aws:SourceIp":"10.0.0.0/8"}"#, #""StringLike":{"aws:SourceIp":"10.*"}"#,
        #""DateLessThan":{"aws:CurrentTime":"2026-01-01"}"#, #""DateLessThan":{"aws:EpochTime":"2026-01-01"}"#,
        #""NumericLessThan":{"aws:EpochTime":"1"}"#, #""Bool":{"aws:SecureTransport":"false"}"#,
        #""ArnLike":{"aws:PrincipalArn":"arn:*:*:*:*:*"}"#, #""ArnLike":{"aws:PrincipalArn":"${aws:PrincipalArn}"}"#,
        #""ArnLike":{"aws:PrincipalArn":"arn:aws:iam::*:role/${aws:PrincipalTag/t}"}"#,
        #""ArnLike":{"aws:PrincipalArn":"arn:aws:iam::${aws:PrincipalTag/t}"}"#,
        #""ArnLike":{"aws:PrincipalArn":"arn:aws:iam::*:role/assumed-role-*"}"#,
        #""StringLike":{"aws:PrincipalArn":"*:role/assumed-role"}"#,
        #""ArnLike":{"aws:PrincipalTag/arn":"arn:aws:sts::*:assumed-role/app/*"}"#,
        #""ArnNotLike":{"aws:PrincipalArn":"arn:aws:sts::123456789012:assumed-role/app/*"}"#,
        #""StringEquals":{"aws:SecureTransport":false}"#, #""StringLike":{"aws:SecureTransport":"f*"}"#,
        #""StringEqualsIgnoreCase":{"aws:SecureTransport":"False"}"#,
        #""StringEquals":{"aws:SecureTransport":"${aws:PrincipalTag/t}"}"#,
        #""Bool":{"aws:PrincipalTag/a":"true"}"#, #""NumericEquals":{"aws:PrincipalAccount":"123456789012"}"#,
    ])
    func `an operator for the values of the key is accepted`(condition: String) throws {
        #expect(try Self.condition(condition).isEmpty)
    }

    @Test func `a key that one operator has twice in other case is refused`() throws {
        #expect(try Self.condition(#""StringEquals":{"aws:username":"a","AWS:UserName":"b"}"#).count == 1)
        #expect(try Self.condition(#""StringEquals":{"aws:username":"a"},"StringLike":{"AWS:UserName":"b"}"#).isEmpty)
        #expect(try Self.condition(#""StringNotEquals":{"aws:username":"a","AWS:UserName":"b"}"#).isEmpty)
    }

    @Test(arguments: [
        ("${aws:PrincipalOrgID}", 1), ("${aws:TagKeys}", 1), ("${cognito-identity.amazonaws.com:amr}", 1),
        ("${aws:username}", 0), ("${aws:PrincipalOrgID, 'x'}", 0), ("${aws:PrincipalTag/Team}", 0),
    ])
    func `a variable that has no value in any request is refused where it makes the Deny narrower`(
        variable: String, count: Int
    ) throws {
        let resource = "arn:aws:s3:::home/\(variable)/*"
        #expect(try Self.flaws(#""Action":"*","Resource":["arn:aws:s3:::a","\#(resource)"]"#).count == count)
        #expect(try Self.flaws(#""Action":"*","NotResource":"\#(resource)""#).isEmpty)
        #expect(try Self.flaws(#""Action":"*","Resource":"\#(resource)""#, effect: "Allow").isEmpty)
        #expect(try Self.condition(#""StringLike":{"aws:username":"\#(variable)"}"#).count == count)
        #expect(try Self.condition(#""StringNotLike":{"aws:username":"\#(variable)"}"#).isEmpty)
    }

    @Test(arguments: ["", #""Version":"2008-10-17","#])
    func `a variable in a policy whose version has none is refused`(version: String) throws {
        #expect(try Self.flaws(#""Action":"*","Resource":"arn:aws:s3:::${aws:username}""#, version).count == 1)
        #expect(try Self.flaws(#""Action":"*","NotResource":"arn:aws:s3:::${aws:username}""#, version).isEmpty)
        #expect(try Self.flaws(#""Action":"*","Resource":"arn:aws:s3:::a""#, version).isEmpty)
    }

    @Test(arguments: ["sts:AssumeRole ", " sts:AssumeRole", "sts:Assume.ole", "sts:Äny"])
    func `an action with characters that no action has is refused, and accepted as an exception`(
        action: String
    ) throws {
        #expect(try Self.flaws(#""Action":["a:B","\#(action)"],"Resource":"*""#).count == 1)
        #expect(try Self.flaws(#""NotAction":"\#(action)","Resource":"*""#).isEmpty)
        #expect(try Self.flaws(#""Action":"\#(action)","Resource":"*""#, effect: "Allow").isEmpty)
    }

    @Test(arguments: [
        "arn:aws:iam::123456789012:saml-provider/corp", "arn:aws:iam::123456789012:group/staff",
        "arn:aws:iam::123456789012:oidc-provider/login.example.com", "arn:aws:iam::123456789012:assumed-role/a/b",
        "arn:aws:sts::123456789012:user/ada", "arn:aws:sts::123456789012:assumed-role/app",
        "arn:aws:sts::123456789012:assumed-role/app/", "arn:aws:sts::123456789012:assumed-role//a",
        "arn:aws:sts::123456789012:assumed-role/path/app/a", "arn:aws:sts::123456789012:federated-user/",
        "arn:aws:iam::123456789012:role/", "arn:aws:iam::123456789012:role/path/", "arn:aws:iam::123456789012:user",
        "arn:aws:iam::123456789012:role/ap?", "arn:aws-cn:iam::123456789012:role/app",
        "arn:aws:iam:us-east-1:123456789012:role/app",
    ])
    func `an ARN of another kind than a principal of AWS is refused in a Deny`(arn: String) throws {
        #expect(try Self.flaws(#""Action":"*","Principal":{"AWS":["\#(arn)"]}"#).count == 1)
        #expect(try Self.flaws(#""Action":"*","NotPrincipal":{"AWS":["\#(arn)"]}"#).isEmpty)
    }

    @Test(arguments: [
        "arn:aws:iam::123456789012:root", "123456789012", "arn:aws:iam::123456789012:user/a/ada",
        "arn:aws:iam::123456789012:role/app", "arn:aws:sts::123456789012:assumed-role/app/session",
        "arn:aws:iam::123456789012:role//app", "arn:aws:sts::123456789012:federated-user/eve", "*",
    ])
    func `the principals of AWS are accepted in a Deny`(principal: String) throws {
        #expect(try Self.flaws(#""Action":"*","Principal":{"AWS":"\#(principal)"}"#).isEmpty)
    }

    @Test(arguments: [
        "https://cognito-identity.amazonaws.com", "https://accounts.google.com", "accounts.google.com ",
        " accounts.google.com", "", "/", "accounts.google.com//", "accounts.google.com//a", "accounts.google.co?",
        "arn:aws:iam::123456789012:oidc-provider/", "arn:aws:iam::123456789012:oidc-provider/https://login.example.com",
        "arn:aws:iam::123456789012:saml-provider/", "arn:aws-cn:iam::123456789012:saml-provider/corp",
        "arn:aws:iam:us-east-1:123456789012:saml-provider/corp", "arn:aws:iam::123456789012:role/app",
    ])
    func `a name that no identity provider has is refused in a Deny`(name: String) throws {
        #expect(try Self.flaws(#""Action":"*","Principal":{"Federated":["a.example","\#(name)"]}"#).count == 1)
        #expect(try Self.flaws(#""Action":"*","NotPrincipal":{"Federated":"\#(name)"}"#).isEmpty)
    }

    @Test(arguments: [
        "cognito-identity.amazonaws.com", "Accounts.Google.com", "accounts.google.com/", "localhost:9229/us-east-1_A",
        "arn:aws:iam::123456789012:oidc-provider/login.example.com/tenant",
        "arn:aws:iam::123456789012:saml-provider/corp",
    ])
    func `the names of identity providers are accepted in a Deny`(name: String) throws {
        #expect(try Self.flaws(#""Action":"*","Principal":{"Federated":"\#(name)"}"#).isEmpty)
    }

    @Test func `a Deny for services of AWS alone is refused`() throws {
        let service = #""Service":"cognito-identity.amazonaws.com""#
        #expect(try Self.flaws(#""Action":"*","Principal":{\#(service)}"#).count == 1)
        #expect(try Self.flaws(#""Action":"*","Principal":{\#(service),"AWS":"*"}"#).isEmpty)
        #expect(try Self.flaws(#""Action":"*","NotPrincipal":{\#(service)}"#).isEmpty)
    }

    @Test func `a Deny that excepts everyone is refused`() throws {
        #expect(try Self.flaws(#""Action":"*","NotPrincipal":"*""#).count == 1)
        #expect(try Self.flaws(#""Action":"*","NotPrincipal":{"AWS":["*","123456789012"]}"#).count == 1)
    }

    @Test func `a policy knows whether it compares tags of the resource`() throws {
        let tag = #""Condition":{"StringEquals":{"AWS:ResourceTag/Stage":"prod"}}"#
        #expect(try policy(#"{"Effect":"Deny","Action":"*","Resource":"*",\#(tag)}"#).comparesResourceTags)
        #expect(
            try policy(#"{"Effect":"Allow","Action":"*","Resource":"arn:aws:s3:::${aws:ResourceTag/a}"}"#)
                .comparesResourceTags)
        #expect(
            try policy(
                #"{"Effect":"Allow","Action":"*","Resource":"*","Condition":{"StringEquals":{"x:k":"${aws:ResourceTag/a}"}}}"#
            ).comparesResourceTags)
        #expect(try !policy(#"{"Effect":"Deny","Action":"*","Resource":"*"}"#).comparesResourceTags)
    }
}
