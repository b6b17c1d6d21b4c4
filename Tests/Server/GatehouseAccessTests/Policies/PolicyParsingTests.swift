// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import Testing

@Suite struct PolicyParsingTests {
    @Test(arguments: [
        ("[]", "is not an object"),
        ("{", "is not a JSON document in UTF-8"),
        (#"{"Statement":[]}"#, "Statement: is empty"),
        (#"{"Version":"2012-10-17"}"#, "Statement: is missing"),
        (#"{"Version":"2020-01-01","Statement":{}}"#, "Version: use one of 2008-10-17, 2012-10-17"),
        (#"{"Statment":[]}"#, "Statment: is unknown, use Statement"),
        (#"{"Statement":[{}]}"#, "Statement[0].Effect: is missing"),
        (#"{"Statement":{}}"#, "Statement.Effect: is missing"),
        (#"{"Statement":[{"Effect":"allow"}]}"#, "Statement[0].Effect: use one of Allow, Deny"),
        (#"{"Statement":[{"Effect":"Allow","Resource":"*"}]}"#, "Statement[0].Action: is missing"),
        (#"{"Statement":[{"Effect":"Allow","Action":"*"}]}"#, "Statement[0].Resource: is missing"),
        (
            #"{"Statement":[{"Effect":"Allow","Action":"*","NotAction":"*","Resource":"*"}]}"#,
            "Statement[0].Action: use either Action or NotAction"
        ),
        (
            #"{"Statement":[{"Effect":"Allow","Action":["*","GetObject"],"Resource":"*"}]}"#,
            "Statement[0].Action[1]: is not * or an action such as sts:AssumeRole"
        ),
        (
            #"{"Statement":[{"Effect":"Allow","Action":"*","Resource":"bucket"}]}"#,
            "Statement[0].Resource: is not * or an ARN"
        ),
        (
            #"{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Principal":"*"}]}"#,
            "Statement[0].Principal: is unknown, use Action"
        ),
        (
            #"{"Statement":[{"Effect":"Allow","Effect":"Deny","Action":"*","Resource":"*"}]}"#,
            "names a member of an object twice"
        ),
        (
            #"{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Condition":{"StringEqual":{"a:b":"c"}}}]}"#,
            "Statement[0].Condition.StringEqual: is unknown, use StringEquals"
        ),
        (
            #"{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Condition":{"NullIfExists":{"a:b":"true"}}}]}"#,
            "Statement[0].Condition.NullIfExists: is not the operator Null alone"
        ),
        (
            #"{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Condition":{"Bool":{"a:b":["yes"]}}}]}"#,
            "Statement[0].Condition.Bool.a:b[0]: is not true or false"
        ),
        (
            #"{"Statement":[{"Effect":"Allow","Action":"*","Resource":"*","Condition":{"NumericEquals":{"a:b":"nan"}}}]}"#,
            "Statement[0].Condition.NumericEquals.a:b: is not a number"
        ),
    ])
    func `a policy that is not valid is refused with the place and the reason`(json: String, reason: String) {
        let flaw = #expect(throws: AccessFlaw.self) { try Policy(json: json, for: .identity) }
        // The nearest of several names may be another one; the place matters.
        let expected = reason.hasSuffix("use Action") ? String(reason.dropLast(8)) : reason
        #expect(flaw?.description.hasPrefix(expected) == true, "\(flaw?.description ?? "accepted")")
    }

    @Test func `a trust policy needs a principal and has no resource`() {
        #expect(throws: AccessFlaw.self) { try trust(#"{"Effect":"Allow","Action":"sts:AssumeRole"}"#) }
        #expect(throws: AccessFlaw.self) {
            try trust(#"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":"*","Resource":"*"}"#)
        }
        #expect(throws: AccessFlaw.self) {
            try trust(#"{"Effect":"Allow","Action":"sts:AssumeRole","NotPrincipal":{"AWS":"123456789012"}}"#)
        }
        #expect(throws: AccessFlaw.self) {
            try trust(#"{"Effect":"Allow","Action":"sts:AssumeRole","Principal":{"Federated":"*"}}"#)
        }
        #expect(throws: AccessFlaw.self) {
            try trust(#"{"Effect":"Allow","Action":"sts:*","Principal":{"AWS":"arn:aws:iam::123456789012:role/*"}}"#)
        }
    }

    @Test func `a document that is larger than the quota is refused, blanks do not count`() throws {
        let statement = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#
        let blanks = String(repeating: " ", count: 12_000)
        #expect(throws: Never.self) { try policy(statement + blanks) }
        let resources = (0..<400).map { #""arn:aws:s3:::bucket-number-\#($0)/*""# }.joined(separator: ",")
        #expect(throws: AccessFlaw(.tooLong(10_240))) {
            try policy(#"{"Effect":"Allow","Action":"*","Resource":[\#(resources)]}"#)
        }
        #expect(throws: AccessFlaw(.tooLong(8 * 10_240))) { try policy(String(repeating: " ", count: 90_000)) }
    }

    @Test(arguments: ["${", "${}", "${aws:username", "${a}", "${aws:username, x}", "${aws:username, 'a'b'}"])
    func `a variable that is not valid is refused`(text: String) {
        #expect(throws: AccessFlaw.self) {
            try policy(#"{"Effect":"Allow","Action":"*","Resource":"arn:aws:s3:::\#(text)"}"#)
        }
    }
}
