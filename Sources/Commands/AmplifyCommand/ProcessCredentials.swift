// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Foundation

/// The output of a `credential_process`: AWS SDKs and Tools Reference Guide, "Process credential provider".
struct ProcessCredentials: Encodable {
    let version = 1
    let accessKeyID: String
    let secretAccessKey: String
    let sessionToken: String
    /// The end of the credentials in ISO 8601, in UTC.
    let expiration: String

    private enum CodingKeys: String, CodingKey {
        case version = "Version"
        case accessKeyID = "AccessKeyId"
        case secretAccessKey = "SecretAccessKey"
        case sessionToken = "SessionToken"
        case expiration = "Expiration"
    }

    init(_ credentials: any AWSTemporaryCredentials) {
        accessKeyID = credentials.accessKeyId
        secretAccessKey = credentials.secretAccessKey
        sessionToken = credentials.sessionToken
        expiration = credentials.expiration.formatted(.iso8601)
    }

    /// The JSON object in one line.
    ///
    /// - Throws: `EncodingError`, which no text causes.
    func json() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
