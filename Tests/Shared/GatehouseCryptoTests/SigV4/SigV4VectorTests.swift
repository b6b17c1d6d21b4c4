// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

@Suite struct SigV4VectorTests {
    @Test(arguments: try SigV4Vector.all())
    func `the headers are those of the vector`(vector: SigV4Vector) {
        let added = SigV4.sign(
            vector.request, credentials: vector.credentials, region: vector.region, service: vector.service,
            date: SigV4Vector.date)
        #expect(added.first { $0.name == "x-amz-date" }?.value == vector.date)
        #expect(added.first { $0.name == "x-amz-security-token" }?.value == vector.sessionToken)
        #expect(added.first { $0.name == "authorization" }?.value == vector.authorization)
    }

    @Test(arguments: try SigV4Vector.all())
    func `the vector's signature is accepted`(vector: SigV4Vector) throws {
        var request = vector.request
        request.headers += [
            (name: "X-Amz-Date", value: vector.date), (name: "Authorization", value: vector.authorization),
        ]
        if let token = vector.sessionToken {
            request.headers.append((name: "X-Amz-Security-Token", value: token))
        }
        let authorization = try #require(try SigV4Authorization.parse(request))
        #expect(authorization.accessKeyID == "AKIDEXAMPLE")
        #expect(authorization.day == "20150830")
        #expect(authorization.region == vector.region)
        #expect(authorization.service == vector.service)
        #expect(authorization.sessionToken == vector.sessionToken)
        #expect(authorization.requestDate == SigV4Vector.date)
        try authorization.verify(
            secretAccessKey: SigV4Vector.credentials.secretAccessKey, request: request, now: SigV4Vector.date,
            region: vector.region, service: vector.service)
    }

    @Test(arguments: try SigV4Vector.all())
    func `the vector's presigned address is made and accepted`(vector: SigV4Vector) throws {
        guard let address = vector.presignedURL else { return }
        var request = vector.request
        request.query = SignableRequest.query(parsing: address.drop { $0 != "?" }.dropFirst())
        let authorization = try #require(try SigV4Authorization.parse(request))
        try authorization.verify(
            secretAccessKey: SigV4Vector.credentials.secretAccessKey, request: request,
            now: SigV4Vector.date.addingTimeInterval(900), region: vector.region, service: vector.service)
        let own = SigV4.presign(
            vector.request, credentials: vector.credentials, region: vector.region, service: vector.service,
            date: SigV4Vector.date, expires: 900)
        #expect(own.last?.0 == "X-Amz-Signature")
        #expect(own.last?.1 == authorization.signature)
    }
}
