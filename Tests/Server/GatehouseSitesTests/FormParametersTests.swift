// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSites
import GatehouseWire
import Testing

@Suite struct FormParametersTests {
    private static let type = "application/x-www-form-urlencoded"

    private func request(query: String = "", body: String = "", type: String? = Self.type) -> GatewayRequest {
        GatewayRequest(
            method: "POST", path: "/oauth2/token", query: query,
            headers: type.map { [(name: "content-type", value: $0)] } ?? [], body: Data(body.utf8))
    }

    @Test func `a query and a body are read alike`() throws {
        let form = "scope=openid+profile%20email&redirect_uri=https%3A%2F%2Fapp.example%2F%3Fa%3Db%26c&state=%C3%A9=%2B"
        for parameters in [
            try request(query: form).queryParameters(), try request(body: form).formParameters(),
            try FormParameters(form),
        ] {
            #expect(parameters.value("scope") == "openid profile email")
            #expect(parameters.value("redirect_uri") == "https://app.example/?a=b&c")
            #expect(parameters.value("state") == "\u{E9}=+")
            #expect(parameters.value("nonce") == nil)
        }
    }

    @Test func `the parameters of the query are not those of the body`() throws {
        let request = request(query: "client_id=query", body: "client_id=body")
        #expect(try request.queryParameters().value("client_id") == "query")
        #expect(try request.formParameters().value("client_id") == "body")
    }

    @Test(
        .tags(.security),
        arguments: [
            "client_id=a&client_id=b", "client_id=a&client_id=a", "client_id=a&scope=b&client_id=",
            "client_id&client_id=a", "client_id=a&client%5Fid=b", "unknown=a&unknown=b", "=a&=b",
        ])
    func `a parameter that is included twice is refused`(form: String) {
        #expect(throws: WireSyntaxError.repeatedMember) { try self.request(query: form).queryParameters() }
        #expect(throws: WireSyntaxError.repeatedMember) { try self.request(body: form).formParameters() }
    }

    @Test func `names are compared by their bytes, so other names are other parameters`() throws {
        // A Kelvin sign is equal to K for a comparison of characters.
        let parameters = try FormParameters("K=a&%E2%84%AA=b&k=c&%C3%A9=d&e%CC%81=e")
        #expect(parameters.value("K") == "a" && parameters.value("k") == "c" && parameters.value("\u{E9}") == "d")
    }

    @Test func `a repeatable parameter has its values in their order, and the others remain single`() throws {
        let parameters = try FormParameters("resource=a&resource=&x=y&resource=b", repeatable: ["resource"])
        #expect(parameters.values("resource") == ["a", "b"])
        #expect(parameters.value("resource") == "a")
        #expect(throws: WireSyntaxError.repeatedMember) {
            try FormParameters("resource=a&x=y&x=z", repeatable: ["resource"])
        }
    }

    @Test(arguments: ["state=", "state", "", "&&", "other=a"])
    func `a parameter without a value counts as omitted`(form: String) throws {
        #expect(try FormParameters(form).value("state") == nil)
        #expect(try FormParameters(form).values("state") == [])
    }

    @Test(.tags(.security), arguments: ["a=%", "a=%4", "a=%4g", "a=%FF", "a=%C3", "%ZZ=a", "a=%ED%A0%80"])
    func `a broken escape and bytes that are not UTF-8 are refused`(form: String) {
        #expect(throws: WireSyntaxError.notForm) { try FormParameters(form) }
    }

    @Test(.tags(.security)) func `a body that is not UTF-8 is refused`() {
        let request = GatewayRequest(
            method: "POST", path: "/", headers: [("Content-Type", Self.type)], body: Data([0x61, 0x3D, 0xFF]))
        #expect(throws: WireSyntaxError.notForm) { try request.formParameters() }
    }

    @Test(.tags(.security), arguments: [nil, "", "application/json", "text/plain", "multipart/form-data; boundary=a"])
    func `a body of another type has no parameters`(type: String?) {
        #expect(throws: WireSyntaxError.notForm) { try self.request(body: "a=b", type: type).formParameters() }
    }

    @Test(arguments: ["APPLICATION/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-8"])
    func `the type of a form may have a charset and any case`(type: String) throws {
        #expect(try request(body: "a=b", type: type).formParameters().value("a") == "b")
    }

    @Test(.tags(.security)) func `more bytes or parameters than the limits are refused`() throws {
        let limits = FormParameters.Limits(bytes: 10, count: 2)
        #expect(try FormParameters("a=b&c=dddd", within: limits).value("c") == "dddd")
        #expect(throws: WireSyntaxError.tooLarge) { try FormParameters("a=b&c=ddddd", within: limits) }
        #expect(throws: WireSyntaxError.tooLarge) { try FormParameters("a=b&c=d&e", within: limits) }
        let form = request(query: "a=b&c=ddddd", body: "a=b&c=ddddd")
        #expect(throws: WireSyntaxError.tooLarge) { try form.queryParameters(within: limits) }
        #expect(throws: WireSyntaxError.tooLarge) { try form.formParameters(within: limits) }
        let many = (0...64).map { "p\($0)=" }.joined(separator: "&")
        #expect(throws: WireSyntaxError.tooLarge) { try FormParameters(many) }
    }

    @Test(.tags(.security)) func `a text with many combining marks in a row is refused`() {
        let marks = String(repeating: "%CC%81", count: 31)
        #expect(throws: WireSyntaxError.notStreamSafe) { try FormParameters("a=\(marks)") }
        #expect(throws: WireSyntaxError.notStreamSafe) { try FormParameters("\(marks)=a") }
    }
}
