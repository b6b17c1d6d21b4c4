// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import GatehouseWire
import Testing

/// Domains and images of the pages of user pools, through the gateway.
@Suite(.tags(.security)) struct PageImageTests {
    private static let svg = Data(#"<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9v9z"/></svg>"#.utf8)

    private func call(
        _ operation: String, _ members: WireValue, on gatehouse: TestGatehouse
    ) async -> TestResponse {
        let request = TestRequest.call(
            "\(userPoolsTarget).\(operation)", json: String(decoding: members.json(), as: UTF8.self))
        return await gatehouse.send(request.signed("cognito-idp", at: gatehouse.clock.now))
    }

    /// A pool whose client has a style with a logo, and the path of the logo.
    private func makeLogo(on gatehouse: TestGatehouse) async throws -> (pool: String, path: String) {
        let pool = try await gatehouse.makeUserPool()
        let client = try await gatehouse.makeClient(ofPool: pool)
        let asset: WireValue = [
            "Category": "FORM_LOGO", "ColorMode": "LIGHT", "Extension": "SVG",
            "Bytes": .string(Self.svg.base64EncodedString()),
        ]
        let answer = await call(
            "CreateManagedLoginBranding",
            ["UserPoolId": .string(pool), "ClientId": .string(client.id), "Settings": [:], "Assets": [asset]],
            on: gatehouse)
        #expect(answer.status == 200)
        #expect(answer.json["ManagedLoginBranding"]?["Settings"] == [:])
        #expect(answer.json["ManagedLoginBranding"]?["Assets"] == [asset])
        // SHA-256 of the drawing, computed with another program.
        return (pool, "/\(pool)/images/4ff23094066240d27f48181ff223924b26aa176ac8549b3ddd5f00e89cf584d3")
    }

    @Test func `a browser may keep an image for ever, and runs nothing in it`() async throws {
        let gatehouse = try await TestGatehouse()
        let logo = try await makeLogo(on: gatehouse)
        let answer = await gatehouse.send(TestRequest(path: logo.path))
        #expect(answer.status == 200 && answer.body == Self.svg)
        #expect(answer.header("Content-Type") == "image/svg+xml")
        #expect(answer.header("Cache-Control") == "public, max-age=31536000, immutable")
        #expect(answer.header("X-Content-Type-Options") == "nosniff")
        #expect(answer.header("Content-Security-Policy")?.contains("sandbox") == true)
    }

    @Test func `an image of another pool does not exist`() async throws {
        let gatehouse = try await TestGatehouse()
        let logo = try await makeLogo(on: gatehouse)
        let other = try await gatehouse.makeUserPool()
        for path in [
            logo.path.replacing(logo.pool, with: other), "/\(logo.pool)/images/0", "/\(logo.pool)/images/",
            "/us-east-1_None/images/0", "/\(logo.pool)/images/..", logo.path + "/", logo.path.uppercased(),
            logo.path + "\u{0}", "/\u{0}/images/0",
        ] {
            #expect(await gatehouse.send(TestRequest(path: path)).status == 404)
        }
    }

    @Test func `a domain with dots needs a certificate, and a long one is refused`() async throws {
        let gatehouse = try await TestGatehouse()
        let pool = try await gatehouse.makeUserPool()
        func create(_ domain: String, _ others: [WireName: WireValue] = [:]) async -> TestResponse {
            let members: [WireName: WireValue] = ["UserPoolId": .string(pool), "Domain": .string(domain)]
            return await call("CreateUserPoolDomain", .object(members.merging(others) { $1 }), on: gatehouse)
        }
        let custom: WireValue = ["CertificateArn": "arn:aws:acm:us-east-1:123456789012:certificate/a"]
        let dotted = await create("auth.example.com")
        #expect(dotted.fault == "InvalidParameterException")
        #expect(dotted.json["message"]?.stringValue?.hasPrefix("The domain name contains an invalid character") == true)
        let long = await create(String(repeating: "a", count: 64))
        #expect(long.json["message"]?.stringValue?.contains("length less than or equal to 63") == true)
        let without = await create("auth.example.com", ["CustomDomainConfig": [:]])
        #expect(without.fault == "InvalidParameterException")
        let created = await create("auth.example.com", ["CustomDomainConfig": custom])
        #expect(created.json == ["ManagedLoginVersion": 1, "CloudFrontDomain": "localhost"])
        let found = await call("DescribeUserPoolDomain", ["Domain": "auth.example.com"], on: gatehouse)
        #expect(found.json["DomainDescription"]?["UserPoolId"]?.stringValue == pool)
        let missing = await call("DescribeUserPoolDomain", ["Domain": "id.example.com"], on: gatehouse)
        #expect(missing.json == ["DomainDescription": [:]])
    }
}
