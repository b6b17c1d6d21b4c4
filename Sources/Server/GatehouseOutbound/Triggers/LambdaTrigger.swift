// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseWire
import NIOCore
import NIOHTTP1

/// Calls functions through the Lambda API's `Invoke`, at AWS or at another server with this API.
struct LambdaTrigger: TriggerCarrier {
    /// The URL of the API, without a trailing slash.
    let endpoint: String
    let credentials: SigningCredentials
    let clock: WallClock

    func carry(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> [UInt8] {
        let answer = try await HTTPTrigger.answer(to: request(call), within: limit)
        guard (200..<300).contains(answer.status) else {
            // The API refused the request, so the function has not run.
            throw HTTPTrigger.obstacle(answer.status, at: "the Lambda API")
                ?? .notCallable(.unavailable, "the Lambda API answers \(answer.status)")
        }
        guard let message = functionError(in: answer) else { return answer.body }
        throw .raised(message)
    }

    /// The request for a call.
    func request(_ call: TriggerCall) throws(TriggerFailure) -> HTTPClientRequest {
        let path = "/2015-03-31/functions/\(PercentEncoding.encode(call.function))/invocations"
        guard let parts = URLComponents(string: endpoint), let host = parts.host else {
            throw .notCallable(.notFound, "\(endpoint) is not a valid URL")
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

    /// The message of the function's error: AWS marks an error by a header; an emulator omits the header, so the body's
    /// form decides.
    private func functionError(in answer: OutboundHTTP.Answer) -> String? {
        let isError = answer.headers.contains(name: "X-Amz-Function-Error")
        guard let message = HTTPTrigger.errorMessage(in: answer.body) else { return isError ? "Unhandled" : nil }
        let value = try? WireValue(foreignJSON: answer.body)
        return isError || value?["response"] == nil ? message : nil
    }
}
