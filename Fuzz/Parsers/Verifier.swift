// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseWire

@testable import GatehouseVerifier

extension FuzzedParser {
    /// What a verifier reads: requests, as lines of the target, the authorization header, the host and the body; and the
    /// server's responses with signing keys.
    func feedVerifier(_ bytes: [UInt8]) {
        feedSignedRequest(bytes)
        guard let value = try? WireValue(unambiguousJSON: bytes) else { return }
        if let response = SigningKeyResponse(value) {
            precondition(SigningKeyResponse(response.wireValue) == response, "a response was written as another one")
        }
        if let request = SigningKeyRequest(value) {
            let written = (try? WireValue(unambiguousJSON: Array(request.json))).flatMap(SigningKeyRequest.init)
            precondition(written == request, "a request was written as another one")
        }
    }

    private func feedSignedRequest(_ bytes: [UInt8]) {
        let lines = bytes.split(separator: 0x0A, maxSplits: 3, omittingEmptySubsequences: false)
        func line(_ index: Int) -> String { lines.count > index ? String(decoding: lines[index], as: UTF8.self) : "" }
        let request = SignedRequest(
            method: "GET", target: line(0),
            headers: [("Host", line(2)), ("Authorization", line(1)), ("X-Amz-Date", "20260101T000000Z")],
            body: Data(line(3).utf8))
        guard let signable = try? request.signable, let parsed = try? SigV4Authorization.parse(signable),
            let _ = try? parsed.checkAudience(of: signable, hosts: ["localhost"], longestLifetime: 604_800),
            let unproven = try? parsed.check(
                signable, now: Date(timeIntervalSince1970: 1_767_225_600), region: nil, service: nil)
        else { return }
        let key = SigningKey(
            secretAccessKey: "a secret of no signer", day: parsed.day, region: parsed.region, service: parsed.service)
        let isVerified: Void? = try? unproven.verify(by: key)
        precondition(isVerified == nil, "a forged signature was verified")
    }
}
