// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import GatehouseCore
import GatehouseWire
import NIOCore

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
