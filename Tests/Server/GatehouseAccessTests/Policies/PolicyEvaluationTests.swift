// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import Testing

@Suite struct PolicyEvaluationTests {
    private static func decision(
        _ action: String, _ resource: String, _ request: AccessRequest, effect: String = "Allow"
    ) throws -> AccessDecision {
        try policy(#"{"Effect":"\#(effect)",\#(action),\#(resource)}"#).decision(on: request)
    }

    @Test(arguments: [
        (#""Action":"*""#, true), (#""Action":"s3:*""#, true), (#""Action":"S3:getobject""#, true),
        (#""Action":"s3:Get?bject""#, true), (#""Action":["a:b","s3:GetObject"]"#, true),
        (#""Action":"s3:GetObjec""#, false), (#""Action":"s3:GetObject?""#, false), (#""Action":"sts:*""#, false),
        (#""NotAction":"sts:*""#, true), (#""NotAction":["s3:*"]"#, false),
    ])
    func `an action matches without case and with wildcards`(action: String, isAllowed: Bool) throws {
        let decision = try Self.decision(action, #""Resource":"*""#, request())
        #expect(decision == (isAllowed ? .allowed : .implicitlyDenied))
    }

    @Test(arguments: [
        (#""Resource":"arn:aws:s3:::bucket/*""#, true), (#""Resource":"arn:aws:s3:*""#, false),
        (#""Resource":"arn:*:*:*:*:*ket/key""#, true), (#""Resource":"arn:aws:s3:::bucket/k?y""#, true),
        (#""Resource":"arn:aws:s3:::Bucket/key""#, false), (#""Resource":"arn:aws:s3:::bucket/key/""#, false),
        (#""NotResource":"arn:aws:s3:::other/*""#, true), (#""NotResource":"arn:aws:s3:::bucket/*""#, false),
    ])
    func `a resource matches with case and with wildcards that reach over slashes and colons`(
        resource: String, isAllowed: Bool
    ) throws {
        // A resource of three colons is refused as no ARN.
        guard resource != #""Resource":"arn:aws:s3:*""# else {
            #expect(throws: AccessFlaw.self) { try Self.decision(#""Action":"*""#, resource, request()) }
            return
        }
        let decision = try Self.decision(#""Action":"*""#, resource, request())
        #expect(decision == (isAllowed ? .allowed : .implicitlyDenied))
    }

    @Test func `an explicit deny wins over every allow, in the same policy and in another one`() throws {
        let allow = #"{"Effect":"Allow","Action":"*","Resource":"*"}"#
        let deny = #"{"Effect":"Deny","Action":"s3:Get*","Resource":"*"}"#
        #expect(try policy(allow + "," + deny).decision(on: request()) == .explicitlyDenied)
        let both = [try policy(allow), try policy(deny)]
        #expect(both.decision(on: request()) == .explicitlyDenied)
        #expect(Array(both.reversed()).decision(on: request()) == .explicitlyDenied)
        #expect(both.decision(on: request("s3:PutObject")) == .allowed)
    }

    @Test func `a session policy that tries to widen the role permits nothing more`() throws {
        let own = try policy(#"{"Effect":"Allow","Action":"s3:GetObject","Resource":"*"}"#)
        let wide = try policy(#"{"Effect":"Allow","Action":"*","Resource":"*"}"#)
        let grants = Grants(.policies([own]), session: [wide])
        #expect(grants.verdict(on: request()) == .allowed)
        #expect(
            grants.verdict(on: request("s3:PutObject"))
                == .denied(AccessRefusal(.identity, isExplicit: false)))
        let narrow = try policy(#"{"Effect":"Allow","Action":"s3:Put*","Resource":"*"}"#)
        #expect(
            Grants(.policies([wide]), session: [narrow]).verdict(on: request())
                == .denied(AccessRefusal(.session, isExplicit: false)))
        #expect(Grants(.policies([wide]), session: [narrow, own]).verdict(on: request()) == .allowed)
        #expect(
            Grants(.everything, session: []).verdict(on: request())
                == .denied(AccessRefusal(.session, isExplicit: false)))
    }

    @Test func `the reason of a refusal has the texts of the service`() {
        #expect(
            AccessRefusal(.identity, isExplicit: false).text(for: "a:B")
                == "because no identity-based policy allows the a:B action")
        #expect(
            AccessRefusal(.trust, isExplicit: false).text(for: "a:B")
                == "because no role trust policy allows the a:B action")
        #expect(
            AccessRefusal(.session, isExplicit: true).text(for: "a:B") == "with an explicit deny in a session policy")
        #expect(
            AccessRefusal(.identity, isExplicit: true).text(for: "a:B")
                == "with an explicit deny in an identity-based policy")
    }

    @Test func `a pattern of many wildcards costs no more than the product of the lengths`() throws {
        let stars = String(repeating: "*a", count: 500)
        let pattern = try policy(#"{"Effect":"Allow","Action":"*","Resource":"arn:aws:s3:::\#(stars)b"}"#)
        let long = "arn:aws:s3:::" + String(repeating: "a", count: 2_000)
        #expect(pattern.decision(on: request(on: long)) == .implicitlyDenied)
    }
}
