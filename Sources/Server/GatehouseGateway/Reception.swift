// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCore
import GatehouseCrypto
package import GatehouseSites

/// The gateway's decision about a request by its head.
package enum Reception: Sendable {
    /// The response to a request whose body is not read.
    case refused(GatewayResponse)
    /// The request is to be handled with ``Gateway/respond(to:receiving:)``, or with
    /// ``Gateway/receive(_:whole:)`` if its body arrived at once.
    case accepted(ReceivedRequest)
}

/// The gateway's decision about a request whose complete body has arrived.
package enum WholeReception: Sendable {
    /// The response to a request for which nothing is done.
    case refused(GatewayResponse)
    /// The request is to be handled with ``Gateway/respond(to:)``.
    case accepted(AcceptedRequest)
}

/// A request whose head was accepted, with what was found for it.
package struct ReceivedRequest: Sendable {
    /// The head, with the address of the client instead of a trusted proxy's.
    var request: GatewayRequest
    let finding: RouteTable.Finding
    /// The work that the head names, if the request is admitted by it.
    let work: RouteWork?
    let arrival: Arrival
}

/// An admitted request with its complete body.
package struct AcceptedRequest: Sendable {
    let received: ReceivedRequest
    let memory: HeldMemory
    let admitted: AdmittedRequest?
}

/// A request that its queues have no time for.
struct RefusedRequest: Error {
    let reply: Reply
}

/// The id and the time of a request that has arrived.
struct Arrival: Sendable {
    let requestID: String
    /// The host name for which the request is, on a server that is strict about TLS.
    var host: HostName?
    let time = ContinuousClock.now
}

extension Gateway {
    /// Decides by its head whether a request is handled; the `body` of `request` is not used.
    ///
    /// `loop` is the request's wait for its event loop.
    package func receive(_ request: GatewayRequest, behind loop: LoopWait = .none) -> Reception {
        let request = identified(request)
        let arrival = Arrival(requestID: entropy.uuid(), host: strictHost(of: request))
        if let refusal = refusal(of: request, requestID: arrival.requestID) {
            let finding = find(method: request.method, path: request.path)
            return .refused(response(to: arrival, Reply(refusal, at: finding)))
        }
        let finding = find(method: request.method, path: request.path)
        guard let admission = finding.admission, let work = admission.work(ofHead: request) else {
            return .accepted(ReceivedRequest(request: request, finding: finding, work: nil, arrival: arrival))
        }
        if let overload = admission.refusal(of: work, behind: loop) {
            let refusal = shed(work, at: finding, because: overload, requestID: arrival.requestID)
            return .refused(response(to: arrival, Reply(refusal, at: finding)))
        }
        return .accepted(ReceivedRequest(request: request, finding: finding, work: work, arrival: arrival))
    }

    /// Decides about a request whose head was accepted, when its complete body has arrived: `body`, of at most
    /// ``BodyBudget/shortBody`` bytes.
    ///
    /// A refusal needs no task, so that the server has time for what it admits.
    package func receive(_ received: ReceivedRequest, whole body: Data) -> WholeReception {
        var received = received
        received.request.body = body
        let arrival = received.arrival
        guard body.count <= settings.maximumBodySize else {
            return .refused(response(to: arrival, Reply(tooLarge(), at: received.finding)))
        }
        var memory = HeldMemory(of: received.request, in: bodies)
        do throws(BodyBudget.Exhausted) {
            try memory.takeHead()
            try memory.grow(to: body.count)
        } catch {
            memory.giveBack()
            return .refused(response(to: arrival, tooBusy(received, cause: error)))
        }
        switch admit(received) {
        case .success(let admitted):
            return .accepted(AcceptedRequest(received: received, memory: memory, admitted: admitted))
        case .failure(let refusal):
            memory.giveBack()
            return .refused(response(to: arrival, refusal.reply))
        }
    }

    /// Handles an admitted request.
    package func respond(to accepted: AcceptedRequest) async -> GatewayResponse {
        defer {
            accepted.admitted?.leave()
            accepted.memory.giveBack()
        }
        let received = accepted.received
        return response(to: received.arrival, await answer(received, as: accepted.admitted))
    }

    /// Adds the headers of all responses and those of the audience to a response, and records it in logs and metrics.
    func response(to arrival: Arrival, _ reply: Reply) -> GatewayResponse {
        var response = reply.outcome.response
        response.headers += CommonHeaders.all(requestID: arrival.requestID, date: clock.now)
        switch reply.audience {
        case .everyone: response.headers += CommonHeaders.crossOrigin
        case .programs, .developer: break
        case .browser: response.addPageProtection(overTLSOnly: arrival.host != nil)
        }
        observer.observe(reply, requestID: arrival.requestID, took: ContinuousClock.now - arrival.time)
        return response
    }
}
