// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseVerifier
import Testing

/// Each attack changes a request that the verifier accepts; none of them reaches the server for a key but where it says.
@Suite struct SignatureAttackTests {
    @Test(arguments: [("us-east-1", "invoices"), ("us-east-1", "sts"), ("eu-west-1", "orders"), ("", "")])
    func `wrong scope: another region or service`(region: String, name: String) async throws {
        let (service, ada) = try await Self.prepare()
        let request = service.signed(by: ada, region: region, service: name)
        #expect(await service.refusal(request)?.kind == .wrongSignature)
        #expect(service.server.calls == 0)
    }

    @Test(arguments: ["20251231", "20260102", "2026010", ""])
    func `wrong scope: another day than that of the date`(day: String) async throws {
        let (service, ada) = try await Self.prepare()
        let request = Self.altered(service.signed(by: ada)) { $0.replacing("/20260101/", with: "/\(day)/") }
        #expect(await service.refusal(request)?.kind == .wrongSignature)
        #expect(service.server.calls == 0)
    }

    @Test(arguments: [(-361.0, false), (-301, false), (-299, true), (299, true), (301, false), (86_400, false)])
    func `skewed clock: more than five minutes`(offset: TimeInterval, isAccepted: Bool) async throws {
        let (service, ada) = try await Self.prepare()
        let request = service.signed(by: ada, at: service.gatehouse.clock.now.addingTimeInterval(offset))
        #expect(await service.refusal(request)?.kind == (isAccepted ? nil : .wrongTime))
    }

    @Test func `reused on another host`() async throws {
        let (service, ada) = try await Self.prepare()
        var moved = service.signed(by: ada, host: "invoices.example.com")
        #expect(await service.refusal(moved)?.kind == .wrongSignature)
        moved.headers = moved.headers.map { $0.name == "Host" ? ($0.name, OrderService.host) : $0 }
        #expect(await service.refusal(moved)?.kind == .wrongSignature)
    }

    @Test func `reused with another body, method, path, query or signed header`() async throws {
        let (service, ada) = try await Self.prepare()
        let genuine = service.signed(by: ada, query: "page=1", headers: [(name: "X-Item", value: "1")])
        #expect(await service.refusal(genuine) == nil)
        let changes: [@Sendable (inout SignedRequest) -> Void] = [
            { $0.body = Data(#"{"item":2}"#.utf8) }, { $0.body = Data() }, { $0.method = "DELETE" },
            { $0.path = "/orders/" }, { $0.path = "/Orders" }, { $0.path = "/%6Frders" }, { $0.query = "page=2" },
            { $0.query = "" }, { $0.query = "page=1&page=1" }, { $0.query = "Page=1" },
            { $0.headers = $0.headers.map { $0.name == "X-Item" ? ("X-Item", "2") : $0 } },
            { $0.headers.append(("x-item", "2")) }, { $0.headers.removeAll { $0.name == "X-Item" } },
        ]
        for change in changes {
            var request = genuine
            change(&request)
            #expect(await service.refusal(request)?.kind == .wrongSignature, "\(request)")
        }
    }

    @Test(arguments: ["host", "x-amz-date", "x-amz-security-token"])
    func `missing signed header`(name: String) async throws {
        let (service, _) = try await Self.prepare()
        let guest = try await service.guest()
        let request = service.signed(by: guest.credentials)
        #expect(await service.refusal(request) == nil)
        let bare = Self.altered(request) { header in
            let fields = header.split(separator: "SignedHeaders=")
            return fields[0] + "SignedHeaders="
                + fields[1].replacing("\(name);", with: "").replacing(";\(name)", with: "")
        }
        let refusal = await service.refusal(bare)
        #expect(refusal?.kind == .malformed)
        #expect(refusal?.message.lowercased().contains(name) == true)
    }

    @Test func `presigned past expiry, and with an expiry that was changed`() async throws {
        let (service, ada) = try await Self.prepare()
        let request = service.presigned(by: ada, expires: 60)
        service.gatehouse.clock.advance(by: 61)
        #expect(await service.refusal(request)?.kind == .wrongTime)
        var prolonged = request
        prolonged.query = request.query.replacing("X-Amz-Expires=60", with: "X-Amz-Expires=6000")
        #expect(await service.refusal(prolonged)?.kind == .wrongSignature)
    }

    @Test(arguments: [604_801, 0, -1])
    func `presigned for more than seven days, or for no time`(seconds: Int) async throws {
        let (service, ada) = try await Self.prepare()
        #expect(await service.refusal(service.presigned(by: ada, expires: seconds))?.kind == .malformed)
        #expect(service.server.calls == 0)
    }

    @Test func `presigned for longer than the service accepts`() async throws {
        let service = try await OrderService(longestAddressLifetime: 0)
        let ada = try await OrderService.makeUser("ada", in: service.gatehouse)
        #expect(await service.refusal(service.presigned(by: ada, expires: 1))?.kind == .malformed)
        #expect(await service.refusal(service.signed(by: ada)) == nil)
    }

    @Test(arguments: [
        "UNSIGNED-PAYLOAD", "STREAMING-AWS4-HMAC-SHA256-PAYLOAD", "STREAMING-UNSIGNED-PAYLOAD-TRAILER", "",
        String(repeating: "0", count: 64),
    ])
    func `chunked or unsigned body`(digest: String) async throws {
        let (service, ada) = try await Self.prepare()
        let request = service.signed(by: ada, headers: [(name: "x-amz-content-sha256", value: digest)])
        #expect(await service.refusal(request)?.kind == .wrongSignature)
        #expect(service.server.calls == 0)
    }

    @Test(arguments: ["X-Amz-Expires=900", "X-Amz-Date=20260101T000000Z", "X-Amz-Signature=00", "X-Amz-Credential=a"])
    func `duplicate query parameters of the signature`(field: String) async throws {
        let (service, ada) = try await Self.prepare()
        for query in [field + "&", "&" + field] {
            var request = service.presigned(by: ada)
            request.query = query.hasPrefix("&") ? request.query + query : query + request.query
            #expect(await service.refusal(request)?.kind == .malformed)
        }
    }

    @Test func `signed twice, in the header and in the address`() async throws {
        let (service, ada) = try await Self.prepare()
        var request = service.presigned(by: ada)
        request.headers += service.signed(by: ada).headers.dropFirst()
        #expect(await service.refusal(request)?.kind == .malformed)
    }

    @Test func `oversized headers and address`() async throws {
        let (service, ada) = try await Self.prepare()
        let long = String(repeating: "a", count: 65_537)
        #expect(await service.refusal(service.signed(by: ada, query: long))?.kind == .malformed)
        #expect(
            await service.refusal(service.signed(by: ada, headers: [(name: "x-long", value: long)]))?.kind == .malformed
        )
        let many = (0..<300).map { (name: "x-\($0)", value: "") }
        #expect(await service.refusal(service.signed(by: ada, headers: many))?.kind == .malformed)
    }

    @Test func `another form of the same request is refused where readers may read it differently`() async throws {
        let (service, ada) = try await Self.prepare()
        let genuine = service.signed(by: ada, query: "q=a%20b%2Bc")
        #expect(await service.refusal(genuine) == nil)
        for query in ["q=a+b%2Bc", "q=a%20b+c", "q=a%20b%2Bc&x=%FF", "q=a%20b%2Bc%", "q=a%20b%2"] {
            var request = genuine
            request.query = query
            #expect(await service.refusal(request)?.kind == .malformed, "\(query)")
        }
        for path in ["//orders", "/./orders", "/x/../orders", "/orders/../orders", "http://a/orders"] {
            var request = genuine
            request.path = path
            #expect(await service.refusal(request)?.kind == .malformed, "\(path)")
        }
        // Text whose comparison is expensive.
        var marks = genuine
        marks.query = "q=" + String(repeating: "%CC%81", count: 100)
        #expect(await service.refusal(marks)?.kind == .malformed)
    }

    @Test func `wrong case, order or blanks in the signature`() async throws {
        let (service, ada) = try await Self.prepare()
        let genuine = service.signed(by: ada)
        let changes: [@Sendable (String) -> String] = [
            { $0.replacing("AWS4-HMAC-SHA256", with: "aws4-hmac-sha256") },
            { $0.replacing("AWS4-HMAC-SHA256", with: "AWS4-HMAC-SHA512") },
            { $0.replacing("Credential=", with: "credential=") },
            { $0.replacing("host;x-amz-date", with: "x-amz-date;host") },
            { $0.replacing("host;x-amz-date", with: "host;host;x-amz-date") },
            { $0.replacing("host;x-amz-date", with: "host; x-amz-date") },
            { $0.replacing("aws4_request", with: "AWS4_REQUEST") },
            { $0.replacing("/orders/", with: "/Orders/") }, { $0 + "0" }, { String($0.dropLast()) }, { _ in "" },
        ]
        for change in changes {
            #expect(await service.refusal(Self.altered(genuine, change)) != nil, "\(change("…"))")
        }
    }

    @Test func `a session token of another session, or none`() async throws {
        let (service, ada) = try await Self.prepare()
        let (guest, other) = (try await service.guest().credentials, try await service.guest().credentials)
        let swapped = SigningCredentials(
            accessKeyID: guest.accessKeyID, secretAccessKey: guest.secretAccessKey, sessionToken: other.sessionToken)
        #expect(await service.refusal(service.signed(by: swapped))?.kind == .unknownKey)
        let calls = service.server.calls
        for token in [nil, "", String(repeating: "A", count: 20_000)] {
            let bare = SigningCredentials(
                accessKeyID: guest.accessKeyID, secretAccessKey: guest.secretAccessKey, sessionToken: token)
            #expect(await service.refusal(service.signed(by: bare))?.kind == .unknownKey)
        }
        let mixed = SigningCredentials(
            accessKeyID: ada.accessKeyID, secretAccessKey: ada.secretAccessKey, sessionToken: guest.sessionToken)
        #expect(await service.refusal(service.signed(by: mixed))?.kind == .unknownKey)
        #expect(service.server.calls == calls)
    }

    @Test func `a wrong secret, and the secret of another key`() async throws {
        let (service, ada) = try await Self.prepare()
        let bob = try await OrderService.makeUser("bob", in: service.gatehouse)
        let forged = SigningCredentials(accessKeyID: ada.accessKeyID, secretAccessKey: bob.secretAccessKey)
        #expect(await service.refusal(service.signed(by: forged))?.kind == .wrongSignature)
    }

    @Test func `the administration key is of no use at other services`() async throws {
        let (service, _) = try await Self.prepare()
        let administrator = SigningCredentials(
            accessKeyID: TestGatehouse.administratorKeyID, secretAccessKey: TestGatehouse.administratorSecret)
        #expect(await service.refusal(service.signed(by: administrator))?.kind == .unknownKey)
    }

    @Test func `no signature`() async throws {
        let (service, _) = try await Self.prepare()
        let request = SignedRequest(method: "GET", path: "/", headers: [(name: "host", value: OrderService.host)])
        let refusal = await service.refusal(request)
        #expect(refusal?.kind == .unsigned)
        #expect(refusal?.status == 403)
        #expect(refusal?.code == "MissingAuthenticationTokenException")
    }

    private static func prepare() async throws -> (OrderService, SigningCredentials) {
        let service = try await OrderService()
        return (service, try await OrderService.makeUser("ada", in: service.gatehouse))
    }

    private static func altered(_ request: SignedRequest, _ change: (String) -> String) -> SignedRequest {
        var altered = request
        altered.headers = altered.headers.map { $0.name == "authorization" ? ($0.name, change($0.value)) : $0 }
        return altered
    }
}
