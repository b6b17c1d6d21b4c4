// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseWire
import Testing

@Suite struct QueryAnswerTests {
    private let identity = GetCallerIdentityResponse(userId: "AROA:s", account: "1", arn: "arn:<&>\"'")

    @Test func `a result is written as services write it`() {
        let body = QueryAnswer.body(
            of: identity.wireValue(in: .query), operation: "GetCallerIdentity", service: .securityToken,
            requestId: "r-1")
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">"#
                + "<GetCallerIdentityResult><Account>1</Account><Arn>arn:&lt;&amp;&gt;&quot;&apos;</Arn>"
                + "<UserId>AROA:s</UserId></GetCallerIdentityResult>"
                + "<ResponseMetadata><RequestId>r-1</RequestId></ResponseMetadata></GetCallerIdentityResponse>")
    }

    @Test func `a result with times and structures is read back`() throws {
        let credentials = SecurityTokenCredentials(
            accessKeyId: "ASIA", secretAccessKey: "s/+ \r\n", sessionToken: "t",
            expiration: Date(timeIntervalSince1970: 1_704_067_200))
        let response = AssumeRoleResponse(
            credentials: credentials, assumedRoleUser: AssumedRoleUser(assumedRoleId: "A:s", arn: "arn"),
            packedPolicySize: 6)
        let body = QueryAnswer.body(
            of: response.wireValue(in: .query), operation: "AssumeRole", service: .securityToken, requestId: "r")
        #expect(String(decoding: body, as: UTF8.self).contains("<Expiration>2024-01-01T00:00:00Z</Expiration>"))
        let result = try QueryAnswer.result(body, operation: "AssumeRole")
        #expect(try AssumeRoleResponse(answer: result, form: .query) == response)
    }

    @Test func `a fault is written as services write it and read back`() {
        let fault = ServiceFault(.queryAccessDenied, "User: <x> is not authorized")
        let body = QueryAnswer.body(of: fault, service: .securityToken, requestId: "r")
        #expect(
            String(decoding: body, as: UTF8.self)
                == #"<ErrorResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><Error><Type>Sender</Type>"#
                + "<Code>AccessDenied</Code><Message>User: &lt;x&gt; is not authorized</Message></Error>"
                + "<RequestId>r</RequestId></ErrorResponse>")
        #expect(QueryAnswer.fault(body: body, status: 403) == fault)
    }

    @Test func `faults with declaration, blanks and references are read`() {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <e:ErrorResponse xmlns:e='u'>
              <e:Error><Code>ExpiredToken</Code><Message>a &#x41;&#66; b</Message><Detail/></e:Error>
            </e:ErrorResponse>
            """
        let fault = QueryAnswer.fault(body: Data(text.utf8), status: 400)
        #expect(fault == ServiceFault(.queryExpiredToken, "a AB b"))
    }

    @Test(arguments: [
        "", "<", "<a", "<a>", "<a></b>", "<a/><b/>", "text", "<a>&nbsp;</a>", "<a>&#0;</a>", "<a>&#xD800;</a>",
        "<a>&#x110000;</a>", "<a>&#99999999999;</a>", "<a>&</a>", "<a b></a>", "<a b=c/>", "<a b='<'/>", "<a b='",
        "<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>", "<a><!-- c --></a>", "<a><![CDATA[x]]></a>", "<?xml",
        "<a>t<b/></a>",
        "{}", "<a>\u{0}</a", "< a/>", "<a:/>", String(repeating: "<a>", count: 100_000),
        "<a>" + String(repeating: "x", count: 2_000_000) + "</a>",
    ])
    func `XML of another form is refused as garbled`(text: String) {
        let fault = #expect(throws: ServiceFault.self) {
            try QueryAnswer.result(Data(text.utf8), operation: "GetCallerIdentity")
        }
        #expect(fault?.origin == .garbled)
        #expect(QueryAnswer.fault(body: Data(text.utf8), status: 500).origin == .garbled)
    }

    @Test func `any damage to an answer is survived`() {
        let document = Array(
            QueryAnswer.body(
                of: ["A": ["x", "y"], "B": ["C": "d"]], operation: "X", service: .securityToken, requestId: "r"))
        for index in document.indices {
            for byte: UInt8 in [0, 0x26, 0x3C, 0x3E, 0x2F, 0x80, 0xFF] {
                var damaged = document
                damaged[index] = byte
                _ = try? QueryAnswer.result(Data(damaged), operation: "X")
                _ = try? QueryAnswer.result(Data(document.prefix(index)), operation: "X")
            }
        }
    }

    @Test func `a character that XML cannot hold is replaced`() throws {
        let body = QueryAnswer.body(
            of: ["A": "a\u{0}b\u{FFFF}"], operation: "X", service: .securityToken, requestId: "r")
        #expect(try QueryAnswer.result(body, operation: "X") == ["A": "a\u{FFFD}b\u{FFFD}"])
    }
}
