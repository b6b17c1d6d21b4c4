// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseTesting
import GatehouseWire

let userPoolsTarget = "AWSCognitoIdentityProviderService"
let identityPoolsTarget = "AWSCognitoIdentityService"

extension TestRequest {
    /// A form of the query protocol.
    static func form(_ fields: String) -> TestRequest {
        TestRequest(
            method: "POST",
            headers: [
                ("host", "localhost:9229"), ("content-type", "application/x-www-form-urlencoded; charset=utf-8"),
            ],
            body: Data(fields.utf8)
        )
    }

    /// The request with a signature in its headers.
    func signed(
        _ service: String, at date: Date, keyID: String = TestGatehouse.administratorKeyID,
        secret: String = TestGatehouse.administratorSecret, token: String? = nil, region: String = "us-east-1"
    ) -> TestRequest {
        let added = SigV4.sign(
            SignableRequest(
                method: method, path: path, query: SignableRequest.query(parsing: query), headers: headers,
                body: Array(body)
            ),
            credentials: SigningCredentials(accessKeyID: keyID, secretAccessKey: secret, sessionToken: token),
            region: region, service: service, date: date
        )
        var request = self
        request.headers += added
        return request
    }
}

extension TestResponse {
    /// The body as JSON; `null` when it is none.
    var json: WireValue { (try? WireValue(json: body)) ?? .null }

    /// The fault's name in the body of a JSON answer.
    var fault: String? { json["__type"]?.stringValue }
}
