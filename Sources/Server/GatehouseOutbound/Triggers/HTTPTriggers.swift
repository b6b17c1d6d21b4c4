// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseText
import GatehouseWire
import NIOCore
import NIOHTTP1

/// Shared code of endpoints and the Lambda API: a POST with limits for time and size, and the meaning of its response.
enum HTTPTrigger {
    /// Sends a call and returns the response.
    /// - Throws: `timedOut`, `notCallable`, or `functionError` for a response that is too large.
    static func answer(
        to request: HTTPClientRequest, within limit: Duration
    ) async throws(TriggerFailure) -> OutboundHTTP.Answer {
        let outcome = await withTaskGroup(of: Result<OutboundHTTP.Answer, TriggerFailure>.self) { group in
            group.addTask { await ask(request, within: limit) }
            // The client's own limit applies to the response's head only; a body may arrive slowly.
            group.addTask {
                try? await Task.sleep(for: limit)
                return .failure(.timedOut)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.timedOut)
        }
        let answer = try outcome.get()
        guard !answer.isCut else { throw .tooLarge }
        return answer
    }

    /// The failure for a status that the function itself does not cause; `nil` for other statuses.
    static func obstacle(_ status: UInt, at place: String) -> TriggerFailure? {
        let text = "\(place) answers \(status)"
        return switch status {
        case 401, 403, 407: .notCallable(.accessDenied, text)
        case 404, 405, 410: .notCallable(.notFound, text)
        case 408, 425, 429: .notCallable(.throttled, text)
        case 300..<400, 502...504: .notCallable(.unavailable, text)
        default: nil
        }
    }

    /// The `errorMessage` of an error in the form of Lambda's runtimes.
    static func errorMessage(in body: [UInt8]) -> String? {
        (try? WireValue(foreignJSON: body))?["errorMessage"]?.stringValue
    }

    private static func ask(
        _ request: HTTPClientRequest, within limit: Duration
    ) async -> Result<OutboundHTTP.Answer, TriggerFailure> {
        do {
            return .success(
                try await OutboundHTTP.answer(
                    to: request, within: TimeAmount(limit), atMost: TriggerLimits.output))
        } catch let error as HTTPClientError where Self.isLate(error) {
            return .failure(.timedOut)
        } catch {
            let place = request.url.prefix { $0 != "?" }
            return .failure(.notCallable(.unavailable, "\(place) cannot be reached (\(OutboundHTTP.reason(error)))"))
        }
    }

    private static func isLate(_ error: HTTPClientError) -> Bool {
        error == .deadlineExceeded || error == .readTimeout || error == .connectTimeout
    }
}

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
