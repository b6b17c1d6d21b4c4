// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto

extension FuzzedParser {
    /// Signatures: the lines are the authorization header, the date, the query and the body.
    func feedSignature(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        func line(_ index: Int) -> String { lines.count > index ? String(decoding: lines[index], as: UTF8.self) : "" }
        let request = SignableRequest(
            method: "POST", path: "/", query: SignableRequest.query(parsing: line(2)),
            headers: [("Host", "localhost"), ("Authorization", line(0)), ("X-Amz-Date", line(1))],
            body: Array(line(3).utf8)
        )
        guard let parsed = try? SigV4Authorization.parse(request) else { return }
        let isVerified: Void? = try? parsed.verify(
            secretAccessKey: "secret that nobody signs with", request: request,
            now: Date(timeIntervalSince1970: 1_767_225_600), allowedSkew: 300, region: nil, service: "cognito-idp"
        )
        precondition(isVerified == nil, "a signature was verified that nobody made")
    }
}
