// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTesting
import Testing

/// Requests of programs that give all services of AWS the address of Gatehouse.
@Suite struct ForeignServiceTests {
    private static func request(
        _ method: String, _ path: String = "/", query: String = "", target: String? = nil, body: String = ""
    ) -> TestRequest {
        let headers = [(name: "host", value: "localhost:9229")] + (target.map { [("x-amz-target", $0)] } ?? [])
        return TestRequest(method: method, path: path, query: query, headers: headers, body: Data(body.utf8))
    }

    /// A call of each protocol of AWS, with the media type of its errors and a part of their form.
    private static let calls: [(service: String, request: TestRequest, type: String, part: String)] = [
        ("s3", request("GET", query: "x-id=ListBuckets"), "application/xml", "<Error><Code>NotImplemented</Code>"),
        ("s3", request("PUT", "/bucket/key", body: "text"), "application/xml", "<Error><Code>NotImplemented</Code>"),
        ("s3", request("DELETE", "/"), "application/xml", "<Error><Code>NotImplemented</Code>"),
        (
            "sns", .form("Action=ListTopics&Version=2010-03-31"), "text/xml",
            "<Error><Type>Sender</Type><Code>NotImplemented</Code>"
        ),
        ("ec2", .form("Action=DescribeInstances&Version=2016-11-15"), "text/xml", "<Errors><Error><Code>"),
        (
            "dynamodb", request("POST", target: "DynamoDB_20120810.ListTables", body: "{}"),
            "application/x-amz-json-1.1", #""__type":"NotImplemented""#
        ),
        (
            "lambda", request("GET", "/2015-03-31/functions/"), "application/x-amz-json-1.1",
            #""__type":"NotImplemented""#
        ),
        (
            "execute-api", request("POST", "/stage/orders", body: "{}"), "application/x-amz-json-1.1",
            #""__type":"NotImplemented""#
        ),
    ]

    @Test(arguments: calls.indices)
    func `a call of a service that the server does not have is named in that service's form`(index: Int) async throws {
        let call = Self.calls[index]
        let gatehouse = try await TestGatehouse()
        let answer = await gatehouse.send(call.request.signed(call.service, at: gatehouse.clock.now))
        #expect(answer.status == 501)
        #expect(answer.header("content-type")?.hasPrefix(call.type) == true)
        #expect(answer.text.contains("Gatehouse does not have the service \(call.service): "))
        #expect(answer.text.contains("AWS_ENDPOINT_URL_STS") && answer.text.contains("AWS_ENDPOINT_URL_IAM"))
        #expect(answer.text.contains(call.part), "\(answer.text)")
    }

    @Test(arguments: [
        ("GET", "AWSAccessKeyId=AKIA&Signature=pmtseVma5GAbw2tfWZbV85snED8%3D&Expires=1795891964", 501),
        ("PUT", "AWSAccessKeyId=AKIA&Signature=a%3D&x-amz-security-token=t&Expires=1795891964", 501),
        ("GET", "AWSAccessKeyId=AKIA&Expires=1795891964", 404), ("GET", "Signature=a%3D&Expires=1795891964", 404),
    ])
    func `an address that boto3 signs for S3 in version 2, its default, names the service too`(
        method: String, query: String, status: Int
    ) async throws {
        let answer = await (try await TestGatehouse()).send(Self.request(method, "/bucket/key", query: query))
        #expect(answer.status == status)
        #expect(answer.text.contains("Gatehouse does not have the service s3: ") == (status == 501))
        #expect(answer.text.contains("<Error><Code>NotImplemented</Code>") == (status == 501))
    }

    @Test(arguments: [
        ("cognito-idp", 400), ("sts", 400), ("iam", 400), ("gatehouse", 400), ("a<b>", 400),
        (String(repeating: "a", count: 65), 400),
        ("UPPER", 400),
    ])
    func `an unknown operation of this server's services, or of no service's name, stays an unknown operation`(
        service: String, status: Int
    ) async throws {
        let gatehouse = try await TestGatehouse()
        let unknown = Self.request("POST", target: "AWSCognitoIdentityProviderService.Nothing", body: "{}")
        let answer = await gatehouse.send(unknown.signed(service, at: gatehouse.clock.now))
        #expect(answer.status == status)
        #expect(answer.fault == "UnknownOperationException")
    }

    @Test func `an operation of the server that is signed for another service is the server's own`() async throws {
        let gatehouse = try await TestGatehouse(verifiesSignatures: true)
        let call = Self.request("POST", target: "\(userPoolsTarget).ListUserPools", body: #"{"MaxResults":1}"#)
        let answer = await gatehouse.send(call.signed("s3", at: gatehouse.clock.now))
        #expect(answer.status == 400)
        #expect(answer.fault != "NotImplemented")
    }

    @Test func `a request without a signature gets the paths of the server`() async throws {
        let answer = await (try await TestGatehouse()).send(Self.request("GET", "/bucket/key"))
        #expect(answer.status == 404)
    }
}
