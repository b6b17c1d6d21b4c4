// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire
import NIOCore
import NIOHTTP1

/// Calls functions by the Lambda API's `Invoke`, at AWS or wherever else it is spoken.
struct LambdaTrigger: TriggerCarrier {
    /// Without a trailing slash.
    let endpoint: String
    let credentials: SigningCredentials
    let clock: WallClock

    func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8] {
        let answer = try await HTTPTrigger.answer(to: request(call), within: limit)
        guard (200..<300).contains(answer.status) else {
            // Whatever the API itself refuses, the function has not been asked.
            throw HTTPTrigger.obstacle(answer.status, at: "the Lambda API")
                ?? .notCallable(.unavailable, "the Lambda API answers \(answer.status)")
        }
        guard let message = functionError(in: answer) else { return answer.body }
        throw .raised(message)
    }

    /// What is sent for a call.
    func request(_ call: TriggerCall) throws(TriggerFailure) -> HTTPClientRequest {
        let path = "/2015-03-31/functions/\(PercentEncoding.encode(call.function))/invocations"
        guard let parts = URLComponents(string: endpoint), let host = parts.host else {
            throw .notCallable(.notFound, "\(endpoint) is no address")
        }
        let body = Array(call.event.utf8)
        let headers = [
            (name: "host", value: parts.port.map { "\(host):\($0)" } ?? host),
            (name: "content-type", value: "application/json"),
            (name: "x-amz-invocation-type", value: "RequestResponse"),
        ]
        let signable = SignableRequest(
            method: "POST", path: parts.percentEncodedPath + path, headers: headers, body: body)
        let region = call.function.split(separator: ":", omittingEmptySubsequences: false).dropFirst(3).first
        let signature = SigV4.sign(
            signable, credentials: credentials, region: region.map(String.init) ?? "us-east-1", service: "lambda",
            date: clock.now)
        var request = HTTPClientRequest(url: endpoint + path)
        request.method = .POST
        for (name, value) in headers + signature { request.headers.replaceOrAdd(name: name, value: value) }
        request.body = .bytes(ByteBuffer(bytes: body))
        return request
    }

    /// The function's error: a header tells of it; an emulator leaves that out and has its form only.
    private func functionError(in answer: OutboundHTTP.Answer) -> String? {
        let isError = answer.headers.contains(name: "X-Amz-Function-Error")
        guard let message = HTTPTrigger.errorMessage(in: answer.body) else { return isError ? "Unhandled" : nil }
        let value = try? WireValue(foreignJSON: answer.body)
        return isError || value?["response"] == nil ? message : nil
    }
}
