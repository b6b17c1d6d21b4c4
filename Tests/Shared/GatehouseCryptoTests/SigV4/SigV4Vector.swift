// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import Testing

/// One request that an independent implementation signed.
struct SigV4Vector: Decodable, Sendable, CustomTestStringConvertible {
    static let host = "example.amazonaws.com"
    static let credentials = SigningCredentials(
        accessKeyID: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY")
    /// 30 August 2015, 12:36:00 UTC.
    static let date = Date(timeIntervalSince1970: 1_440_938_160)

    let name: String
    let method: String
    let path: String
    let query: String
    let headers: [[String]]
    let body: String
    let region: String
    let service: String
    let sessionToken: String?
    let authorization: String
    let date: String
    let presignedURL: String?

    private struct File: Decodable {
        let vectors: [SigV4Vector]
    }

    static func all() throws -> [SigV4Vector] {
        try VectorFile.load("sigv4", as: File.self).vectors
    }

    var testDescription: String { name }

    var credentials: SigningCredentials {
        SigningCredentials(
            accessKeyID: Self.credentials.accessKeyID, secretAccessKey: Self.credentials.secretAccessKey,
            sessionToken: sessionToken)
    }

    var request: SignableRequest {
        SignableRequest(
            method: method, path: path, query: SignableRequest.query(parsing: query),
            headers: [(name: "Host", value: Self.host)] + headers.map { (name: $0[0], value: $0[1]) },
            body: Array(body.utf8))
    }
}
