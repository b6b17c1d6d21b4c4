// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseText
import NIOCore
import NIOHTTP1

/// Sends events to an HTTP endpoint by POST, with a signature that proves their origin.
///
/// | Header | Value |
/// |---|---|
/// | `Gatehouse-Timestamp` | seconds since 1970 |
/// | `Gatehouse-Signature` | `v1=` and the HMAC-SHA256, in hexadecimal, of the timestamp, a full stop and the body |
/// | `Gatehouse-Call` | an id that is the same for each attempt of a call |
/// | `Gatehouse-Function` | the function's ARN in the pool's settings |
struct EndpointTrigger: TriggerCarrier {
    let url: String
    let secret: String
    let clock: WallClock

    func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8] {
        let answer = try await HTTPTrigger.answer(to: request(call), within: limit)
        guard !(200..<300).contains(answer.status) else { return answer.body }
        if let obstacle = HTTPTrigger.obstacle(answer.status, at: "the endpoint") { throw obstacle }
        throw .raised(
            HTTPTrigger.errorMessage(in: answer.body) ?? text(of: answer)
                ?? "The endpoint answered \(answer.status)")
    }

    /// The request for a call.
    func request(_ call: TriggerCall) -> HTTPClientRequest {
        let body = Array(call.event.utf8)
        let timestamp = String(Int64(clock.now.timeIntervalSince1970.rounded(.down)))
        let signature = Hex.encode(hmacSHA256(key: Array(secret.utf8), Array("\(timestamp).".utf8) + body))
        var request = HTTPClientRequest(url: url)
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.headers.add(name: "Gatehouse-Timestamp", value: timestamp)
        request.headers.add(name: "Gatehouse-Signature", value: "v1=\(signature)")
        request.headers.add(name: "Gatehouse-Call", value: call.id)
        request.headers.add(name: "Gatehouse-Function", value: call.function)
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    private func text(of answer: OutboundHTTP.Answer) -> String? {
        guard let type = answer.headers.first(name: "Content-Type"), type.utf8.starts(with: "text/plain".utf8),
            StreamSafeText.contains(utf8: answer.body)
        else { return nil }
        let text = String(decoding: answer.body, as: UTF8.self).trimmingPrefix { $0.isWhitespace }
        return text.isEmpty ? nil : String(text)
    }
}
