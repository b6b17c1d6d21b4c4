// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseSites

@testable import GatehouseGateway

extension FuzzedParser {
    /// Signatures: the lines are the authorization header, the date, the query and the body.
    func feedSignature(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        func line(_ index: Int) -> String { lines.count > index ? String(decoding: lines[index], as: UTF8.self) : "" }
        let request = GatewayRequest(
            method: "POST", path: "/", query: line(2),
            headers: [("Host", "localhost"), ("Authorization", line(0)), ("X-Amz-Date", line(1))],
            body: Data(line(3).utf8)
        )
        guard request.isStreamSafe, let parsed = try? SigV4Authorization.parse(request.signable) else { return }
        let isVerified: Void? = try? parsed.verify(
            secretAccessKey: "a secret of no signer", request: request.signable,
            now: Date(timeIntervalSince1970: 1_767_225_600), allowedSkew: 300, region: nil, service: "cognito-idp"
        )
        precondition(isVerified == nil, "a forged signature was verified")
    }
}
