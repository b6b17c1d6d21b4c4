// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

@Suite struct SigV4AttackTests {
    private let now = SigV4Vector.date
    private let secret = SigV4Vector.credentials.secretAccessKey

    @Test(arguments: [-299.0, -300, 0, 299, 300])
    func `clocks may differ by five minutes`(age: Double) throws {
        try verify(signed(), now: now.addingTimeInterval(age))
    }

    @Test func `an older signature has expired, in the service's words`() {
        let error = refusal(signed(), now: now.addingTimeInterval(301))
        #expect(
            error?.message
                == "Signature expired: 20150830T123600Z is now earlier than 20150830T123601Z (20150830T124101Z - 5 min.)"
        )
        #expect(error?.jsonCode == "InvalidSignatureException")
    }

    @Test func `a signature from the future is not yet current, in the service's words`() {
        #expect(
            refusal(signed(), now: now.addingTimeInterval(-301))?.message
                == """
                Signature not yet current: 20150830T123600Z is still later than 20150830T123559Z \
                (20150830T123059Z + 5 min.)
                """)
    }

    @Test func `a presigned address lasts as long as it says and no longer`() throws {
        let request = presigned(expires: 60)
        try verify(request, now: now.addingTimeInterval(60))
        #expect(refusal(request, now: now.addingTimeInterval(61)) == .addressExpired)
        #expect(refusal(request, now: now.addingTimeInterval(-301)) != nil)
        var prolonged = request
        prolonged.query = prolonged.query.map { $0.0 == "X-Amz-Expires" ? ($0.0, "6000") : $0 }
        #expect(refusal(prolonged, now: now) == .wrongSignature)
    }

    @Test(arguments: ["0", "604801", "-1", "x", "", "99999999999999999999"])
    func `a presigned address has a sensible life`(expires: String) {
        var request = presigned(expires: 60)
        request.query = request.query.map { $0.0 == "X-Amz-Expires" ? ($0.0, expires) : $0 }
        #expect(refusal(request, now: now) == .malformed(.expires))
    }

    @Test func `region, service, day and terminator of the scope count`() {
        #expect(refusal(signed(), region: "eu-west-1") == .scope(.region("us-east-1")))
        #expect(refusal(signed(), service: "sts") == .scope(.service(expected: "sts")))
        #expect(
            refusal(altered(signed()) { $0.replacing("/20150830/", with: "/20150829/") }) == .scope(.day))
        #expect(
            refusal(altered(signed()) { $0.replacing("aws4_request", with: "aws5_request") }) == .scope(.terminator))
        #expect(
            SigV4Error.scope(.region("x")).message == "Credential should be scoped to a valid Region, not x")
    }

    @Test func `any scope is accepted where none is required`() throws {
        try verify(signed(), region: nil, service: nil)
    }

    @Test func `another secret, method, path, query, header or body breaks the signature`() {
        let changes: [(inout SignableRequest) -> Void] = [
            { $0.method = "GET" }, { $0.path = "/other" }, { $0.query = [("a", "c")] }, { $0.body.append(0) },
            { $0.headers[0].value = "evil.example.com" }, { $0.headers[1].value = "Other.Target" },
        ]
        for change in changes {
            var request = signed()
            change(&request)
            #expect(refusal(request) == .wrongSignature)
        }
        #expect(throws: SigV4Error.wrongSignature) {
            try SigV4Authorization.parse(signed())?.verify(
                secretAccessKey: secret + "x", request: signed(), now: now, region: nil, service: nil)
        }
    }

    @Test func `host must be signed and present`() {
        var request = signed()
        request.headers.removeFirst()
        #expect(refusal(request) == .malformed(.hostNotSigned))
        #expect(
            refusal(altered(signed()) { $0.replacing("host;", with: "") }) == .malformed(.hostNotSigned))
    }

    @Test func `an unsigned target is refused`() {
        let request = altered(signed()) { $0.replacing(";x-amz-target", with: "") }
        #expect(refusal(request) == .malformed(.headerNotSigned("x-amz-target")))
    }

    @Test(arguments: ["UNSIGNED-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "", String(repeating: "0", count: 64)])
    func `a body digest that is not the body's is refused though it is signed`(digest: String) {
        var request = SigV4AttackTests.request
        request.headers.append((name: "x-amz-content-sha256", value: digest))
        request.headers += SigV4.sign(
            request, credentials: SigV4Vector.credentials, region: "us-east-1", service: "service", date: now)
        #expect(refusal(request) == .wrongSignature)
    }

    @Test func `the body's own digest in a header is accepted`() throws {
        var request = SigV4AttackTests.request
        request.headers.append((name: "X-Amz-Content-Sha256", value: Hex.encode(sha256(request.body))))
        request.headers += SigV4.sign(
            request, credentials: SigV4Vector.credentials, region: "us-east-1", service: "service", date: now)
        try verify(request)
    }

    @Test func `two signatures are refused`() {
        var request = presigned(expires: 60)
        request.headers += signed().headers.filter { $0.name == "authorization" || $0.name == "x-amz-date" }
        #expect(refusal(request) == .malformed(.signedTwice))
        var doubled = signed()
        doubled.headers += doubled.headers.filter { $0.name == "authorization" }
        #expect(refusal(doubled) == .malformed(.signedTwice))
    }

    @Test(arguments: [
        "X-Amz-Algorithm", "X-Amz-Credential", "X-Amz-Date", "X-Amz-Expires", "X-Amz-SignedHeaders", "X-Amz-Signature",
    ])
    func `a part of a presigned address that occurs twice is refused`(name: String) throws {
        var request = presigned(expires: 60)
        request.query.append(try #require(request.query.first { $0.0 == name }))
        #expect(refusal(request) == .malformed(.repeated(name)))
    }

    @Test func `a part of the header, a date or a token that occurs twice is refused`() {
        #expect(
            refusal(altered(signed()) { $0 + ", Credential=other" }) == .malformed(.repeated("Credential")))
        for name in ["X-Amz-Date", "X-Amz-Security-Token"] {
            var request = signed()
            request.headers.removeAll { $0.name == name.lowercased() }
            request.headers += [(name: name, value: "20150830T123600Z"), (name: name, value: "20150830T123600Z")]
            #expect(refusal(request) == .malformed(.repeated(name.lowercased())))
        }
    }

    @Test func `another order of query fields, case of header names or run of blanks is the same request`() throws {
        var request = Self.request
        request.query = [("b", "2"), ("a", "1"), ("a", "0")]
        request.headers.append((name: "X-Note", value: "one two"))
        request.headers += SigV4.sign(
            request, credentials: SigV4Vector.credentials, region: "us-east-1", service: "service", date: now)
        request.query.reverse()
        request.headers = request.headers.map { (name: $0.name.uppercased(), value: $0.value) }
        request.headers = request.headers.map { $0.name == "X-NOTE" ? (name: $0.name, value: " one   two ") : $0 }
        try verify(request)
    }

    @Test func `a signature in capitals or with blanks inside is wrong`() {
        #expect(
            refusal(
                altered(signed()) { header in
                    let parts = header.split(separator: "Signature=", maxSplits: 1)
                    return parts[0] + "Signature=" + parts[1].uppercased()
                }) == .wrongSignature)
        #expect(refusal(altered(signed()) { $0.replacing("Signature=", with: "Signature= ") }) != nil)
    }

    @Test func `a missing signature is no error, and another scheme counts as missing`() throws {
        #expect(try SigV4Authorization.parse(SigV4AttackTests.request) == nil)
        var request = SigV4AttackTests.request
        request.headers.append((name: "Authorization", value: "Bearer x"))
        #expect(try SigV4Authorization.parse(request) == nil)
    }

    @Test func `broken headers are malformed and do not trap`() {
        let cases: [(String, SigV4Error)] = [
            ("AWS4-HMAC-SHA256", .malformed(.algorithm)), ("AWS4-HMAC-SHA512 Credential=a", .malformed(.algorithm)),
            ("AWS4-HMAC-SHA256 x", .malformed(.missingCredential)),
            ("AWS4-HMAC-SHA256 Credential=a", .malformed(.missingSignature)),
            ("AWS4-HMAC-SHA256 Credential=a,Signature=b", .malformed(.missingSignedHeaders)),
            ("AWS4-HMAC-SHA256 Credential=a,Signature=b,SignedHeaders=host", .malformed(.credential)),
            ("AWS4-HMAC-SHA256 Credential=////,Signature=b,SignedHeaders=;", .scope(.terminator)),
            (
                "AWS4-HMAC-SHA256 Credential=////aws4_request,Signature=b,SignedHeaders=a;host;A",
                .malformed(.repeatedSignedHeaders)
            ),
            ("AWS4-HMAC-SHA256 Credential=////aws4_request,Signature=b,SignedHeaders=;", .scope(.day)),
        ]
        for (header, error) in cases {
            #expect(refusal(altered(signed()) { _ in header }) == error)
        }
    }

    @Test(arguments: ["", "20150830", "20150832T123600Z", "20150830T253600Z", "x0150830T123600Z", "2015083०T123600Z"])
    func `a request without a date is malformed`(date: String) {
        var request = signed()
        request.headers = request.headers.map { $0.name == "x-amz-date" ? (name: "x-amz-date", value: date) : $0 }
        #expect(refusal(request) == .malformed(.missingDate))
    }

    @Test func `the Date header serves where there is no other`() throws {
        var request = signed()
        request.headers = request.headers.map {
            $0.name == "x-amz-date" ? (name: "Date", value: "Sun, 30 Aug 2015 12:36:00 GMT") : $0
        }
        #expect(try SigV4Authorization.parse(request)?.requestDate == now)
    }

    @Test func `blanks after the commas are optional`() throws {
        try verify(altered(signed()) { $0.replacing(", ", with: ",") })
    }

    @Test func `a token of temporary credentials may be added unsigned`() throws {
        var request = signed()
        request.headers.append((name: "X-Amz-Security-Token", value: "token"))
        try verify(request)
        #expect(try SigV4Authorization.parse(request)?.sessionToken == "token")
    }

    @Test func `a presigned address may carry its token signed or added afterwards`() throws {
        var appended = presigned(expires: 60)
        appended.query.append(("X-Amz-Security-Token", "token"))
        try verify(appended)
        let temporary = SigningCredentials(
            accessKeyID: SigV4Vector.credentials.accessKeyID, secretAccessKey: secret, sessionToken: "token")
        var included = Self.request
        included.query += SigV4.presign(
            included, credentials: temporary, region: "us-east-1", service: "service", date: now, expires: 60)
        try verify(included)
        included.query = included.query.map { $0.0 == "X-Amz-Security-Token" ? ($0.0, "other") : $0 }
        #expect(refusal(included) == .wrongSignature)
    }

    @Test func `no description shows the secret key`() {
        var dumped = ""
        dump(SigV4Vector.credentials, to: &dumped)
        for text in ["\(SigV4Vector.credentials)", String(reflecting: SigV4Vector.credentials), dumped] {
            #expect(!text.contains(secret))
        }
    }

    private static let request = SignableRequest(
        method: "POST", path: "/", query: [("a", "b")],
        headers: [(name: "Host", value: SigV4Vector.host), (name: "X-Amz-Target", value: "Service.Operation")],
        body: Array("{}".utf8))

    private func signed() -> SignableRequest {
        var request = Self.request
        request.headers += SigV4.sign(
            request, credentials: SigV4Vector.credentials, region: "us-east-1", service: "service", date: now)
        return request
    }

    private func presigned(expires: Int) -> SignableRequest {
        var request = Self.request
        request.query += SigV4.presign(
            request, credentials: SigV4Vector.credentials, region: "us-east-1", service: "service", date: now,
            expires: expires)
        return request
    }

    private func altered(_ request: SignableRequest, _ change: (String) -> String) -> SignableRequest {
        var altered = request
        altered.headers = altered.headers.map {
            $0.name == "authorization" ? (name: $0.name, value: change($0.value)) : $0
        }
        return altered
    }

    private func verify(
        _ request: SignableRequest, now: Date? = nil, region: String? = "us-east-1", service: String? = "service"
    ) throws {
        let authorization = try #require(try SigV4Authorization.parse(request))
        try authorization.verify(
            secretAccessKey: secret, request: request, now: now ?? self.now, region: region, service: service)
    }

    /// The error by which a request is refused, `nil` if it is accepted.
    private func refusal(
        _ request: SignableRequest, now: Date? = nil, region: String? = "us-east-1", service: String? = "service"
    ) -> SigV4Error? {
        do {
            try verify(request, now: now, region: region, service: service)
            return nil
        } catch {
            return error as? SigV4Error
        }
    }
}
