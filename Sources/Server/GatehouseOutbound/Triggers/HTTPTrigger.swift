// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AsyncHTTPClient
import GatehouseCore
import GatehouseWire
import NIOCore

/// What endpoints and the Lambda API have in common: a POST, a limit in time and size, and what an answer means.
enum HTTPTrigger {
    /// Sends a call and reads the answer.
    /// - Throws: `timedOut`, `notCallable`, or the function's error where it returns too much.
    static func answer(
        to request: HTTPClientRequest, within limit: Duration
    ) async throws(TriggerFailure) -> OutboundHTTP.Answer {
        let outcome = await withTaskGroup(of: Result<OutboundHTTP.Answer, TriggerFailure>.self) { group in
            group.addTask { await ask(request, within: limit) }
            // The client's own limit ends with the answer's head; a body may come by drops.
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

    /// The failure that a status says, if it says one that the function has not caused.
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

    /// The message of an error as Lambda's runtimes write it.
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
