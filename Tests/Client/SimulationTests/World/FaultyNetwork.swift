// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseWire

/// A process's transport to the server.
///
/// Requests take time, get lost, are answered by others, or come back damaged, with the weather's probabilities; and
/// the process may end before or after the server has received one.
struct FaultyNetwork: Transport {
    let server: ServerSide
    let life: Life
    let traffic: Traffic
    let weather: Weather
    let dice: Dice
    let journal: Journal
    let sabotage: Sabotage?

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        if life.isOver { throw TransportError(.cancelled) }
        let target = request.headers.first { $0.name.lowercased() == "x-amz-target" }?.value
        let operation = target?.split(separator: ".").last.map(String.init) ?? ""
        traffic.begin(operation)
        defer { traffic.end(operation) }
        let fault = drawnFault()
        journal.note("  \(operation): \(fault?.rawValue ?? "arrives")")
        if sabotage == .silence, operation == "InitiateAuth" { await neverReturn() }
        let times = times(request.timeout, fault)
        try await pause(times.there)
        let answer = try carry(operation, request, fault)
        try await pause(times.back)
        if life.isOver { throw TransportError(.cancelled) }
        return try outcome(operation, request, fault, answer)
    }

    private func drawnFault() -> NetworkFault? {
        if weather.conditions.isOffline { return .unreachable }
        return dice.chance(weather.conditions.network) ? dice.pick(NetworkFault.allCases) : nil
    }

    private typealias Answer = (exchange: Exchange, response: TransportResponse)

    /// The durations of the request and of the answer; their sum does not exceed the attempt's timeout.
    private func times(_ timeout: Duration, _ fault: NetworkFault?) -> (there: Duration, back: Duration) {
        if fault?.isSilent == true {
            let there = dice.duration(upTo: timeout)
            return (there, timeout - there)
        }
        let isSlow = weather.conditions.network > 0 && dice.chance(10)
        let half = isSlow ? timeout / 2 : Duration.milliseconds(150)
        return (dice.duration(upTo: half), dice.duration(upTo: half))
    }

    private func pause(_ duration: Duration) async throws(TransportError) {
        do {
            try await server.stage.sleep(duration)
        } catch {
            throw TransportError(.cancelled)
        }
    }

    private func carry(
        _ operation: String, _ request: TransportRequest, _ fault: NetworkFault?
    ) throws(TransportError) -> Answer? {
        let fate = life.meet()
        if fate == .diesBefore { try die(operation, "before") }
        let answer = fault?.reachesServer == false ? nil : try server.exchange(operation, request)
        if let answer { journal.note("    the server says \(answer.exchange.code ?? "\(answer.exchange.status)")") }
        if fate == .diesAfter { try die(operation, "after") }
        return answer
    }

    private func die(_ operation: String, _ moment: String) throws(TransportError) {
        if !life.isOver {
            journal.note("  the process dies \(moment) \(operation)")
            life.end()
        }
        throw TransportError(.cancelled)
    }

    private func outcome(
        _ operation: String, _ request: TransportRequest, _ fault: NetworkFault?, _ answer: Answer?
    ) throws(TransportError) -> TransportResponse {
        if let forged = forged(operation, fault) { return forged }
        guard let fault, !(fault == .cut && answer?.response.body.isEmpty == true) else {
            guard let answer else { throw TransportError(.unreachable) }
            if answer.exchange.isDefinitiveRefusal, let token = answer.exchange.request["RefreshToken"]?.stringValue {
                traffic.noteRefusal(of: token)
            }
            if answer.exchange.refusedLogin != nil { traffic.noteRefusalOfLogin() }
            return mixed(operation, answer.response)
        }
        return try fault.outcome(answer?.response, dice).get()
    }
}

// MARK: - Broken on purpose

extension FaultyNetwork {
    /// Ignores time and cancellation, which no transport may.
    private func neverReturn() async {
        let (never, continuation) = AsyncStream<Void>.makeStream()
        await Task { for await _ in never {} }.value
        continuation.finish()
    }

    private func forged(_ operation: String, _ fault: NetworkFault?) -> TransportResponse? {
        let isForged = sabotage == .inventedRefusals && fault == .captivePortal || sabotage == .unjustRefusals
        guard isForged, operation == "GetTokensFromRefreshToken" else { return nil }
        return TransportResponse(status: 400, body: Data("{\"__type\":\"NotAuthorizedException\"}".utf8))
    }

    /// The id token of another sign-in in place of the right one.
    private func mixed(_ operation: String, _ response: TransportResponse) -> TransportResponse {
        guard sabotage == .mixedTokens, operation == "GetTokensFromRefreshToken", response.status == 200,
            case .object(var members) = (try? WireValue(json: response.body)) ?? .null,
            case .object(var result) = members["AuthenticationResult"] ?? .null
        else { return response }
        result["IdToken"] = result["AccessToken"]
        members["AuthenticationResult"] = .object(result)
        return TransportResponse(status: 200, headers: response.headers, body: WireValue.object(members).json())
    }
}
