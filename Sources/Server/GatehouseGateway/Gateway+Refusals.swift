// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore
import GatehouseSites
import GatehouseWire

/// The answers that belong to no site.
extension Gateway {
    /// The answer to a browser that wants to know which requests pages of other origins may send; without headers about
    /// them, the browser sends none.
    func preflight(_ path: RouteTable.PathRules) -> Outcome {
        let headers: [(name: String, value: String)] =
            path.audience == .everyone ? CommonHeaders.preflight : [("Allow", path.allowed)]
        return Outcome(GatewayResponse(status: 200, headers: headers), operation: Label.preflight)
    }

    /// The answer to a request for a path that no site has: a page for a browser, and the list of paths for a program.
    func nowhere(_ trip: Trip) -> Outcome {
        let request = trip.request
        var outcome = Outcome(
            request.wantsHTML ? NotFoundPage.response(home: home) : .nowhere(listing: routes.listings),
            operation: Label.unknown, code: Label.notFound)
        outcome.note = "There is nothing at \(request.place)."
        outcome.audience = request.wantsHTML ? .browser : trip.finding.audience
        return outcome
    }

    /// The path of the first page; `nil` for a server that has none.
    var home: String? {
        guard case .routes = routes.find(method: "GET", path: "/") else { return nil }
        return prefix + "/"
    }

    func wrongMethod(_ request: GatewayRequest, allowed: String) -> Outcome {
        var outcome = Outcome(
            .wrongMethod(allowed: allowed), operation: Label.unknown, code: Label.methodNotAllowed)
        outcome.note = "The method is not allowed at \(request.place)."
        return outcome
    }

    func strangeHost() -> Outcome {
        let fault = ServiceFault(
            .accessDenied,
            "This server answers under its own names only: call it by its base URL, or set GATEHOUSE_BASE_URL."
        )
        return Outcome(JSONAnswer.fault(fault, status: 403), operation: Label.unknown, fault: fault)
    }

    func forwarded() -> Outcome {
        let fault = ServiceFault(
            .accessDenied,
            "A proxy passed this request on, and its visitors could read the outbox: set GATEHOUSE_OUTBOX to false."
        )
        return Outcome(JSONAnswer.fault(fault, status: 403), operation: Label.unknown, fault: fault)
    }

    /// Refuses a request of an address over its rate: the services answer with their own error, and domains of sites
    /// with the status of HTTP (RFC 6585, section 4).
    func tooManyRequests(_ trip: Trip) -> Outcome {
        guard let answer = trip.finding.overload(status: 429, .rateExceeded) else {
            return unread(trip, .rateExceeded)
        }
        return Outcome(answer, operation: Label.unread, fault: .rateExceeded)
    }

    /// Refuses a request that would wait too long, in its protocol.
    func shed(_ trip: Trip, _ work: RouteWork, because overload: Overload) -> Outcome {
        let fault = overload.fault
        let answer =
            trip.finding.overload(status: 503, fault)
            ?? {
                switch work.form {
                case .json: JSONAnswer.fault(fault)
                case .query: queryFault(fault, requestID: trip.requestID)
                }
            }()
        return Outcome(answer, operation: work.name, fault: fault)
    }

    /// Refuses a stream or a WebSocket beyond the limit of the server, or beyond that of its client's address.
    func tooManyStreams(_ trip: Trip, _ route: Route, _ full: OpenStreams.Full) -> Outcome {
        let (fault, status, operation) =
            switch full {
            case .ofServer: (Overload.streams.fault, 503, route.label)
            // The metrics count it with the requests over the rate of an address.
            case .ofAddress: (ServiceFault.rateExceeded, 429, Label.unread)
            }
        let answer = trip.finding.overload(status: status, fault) ?? JSONAnswer.fault(fault, status: status)
        return Outcome(answer, operation: operation, fault: fault)
    }

    /// Refuses a request whose body was not read, in the protocol of the request; `status` is by default the status
    /// of the fault's code.
    func unread(_ trip: Trip, _ fault: ServiceFault, status: Int? = nil) -> Outcome {
        let answer =
            trip.finding.refusals?(fault, status ?? fault.answerStatus)
            ?? (trip.request.asksInForm
                ? queryFault(fault, status: status, requestID: trip.requestID)
                : JSONAnswer.fault(fault, status: status))
        return Outcome(answer, operation: Label.unread, fault: fault)
    }

    /// The response with a fault in the query protocol; without a site that has the protocol, in JSON.
    private func queryFault(_ fault: ServiceFault, status: Int? = nil, requestID: String) -> GatewayResponse {
        terms?.queryFault(fault, status, requestID) ?? JSONAnswer.fault(fault, status: status)
    }

    /// Refuses a request whose body finds no memory.
    func tooBusy(_ trip: Trip, cause: BodyBudget.Exhausted) -> Outcome {
        let fault = ServiceFault(.serviceUnavailable, "Too many requests are being read: try again.", cause: cause)
        guard let answer = trip.finding.overload(status: 503, fault) else { return unread(trip, fault) }
        return Outcome(answer, operation: Label.unread, fault: fault)
    }

    func tooLarge(_ trip: Trip) -> Outcome {
        let fault = ServiceFault(
            "RequestEntityTooLargeException", "The body is longer than \(settings.maximumBodySize) bytes."
        )
        let answer = trip.finding.refusals?(fault, 413) ?? JSONAnswer.fault(fault, status: 413)
        return Outcome(answer, operation: Label.unknown, code: Label.tooLarge)
    }
}

extension GatewayRequest {
    /// The method and the path, without the query, for the log.
    fileprivate var place: String { "\(method.printable(limit: 16)) \(path.logWord)" }
}

extension RouteTable.Finding {
    /// The response to a request for which the server has no time: in the form of the path, or at a domain of a site a
    /// page for a browser or an error of OAuth 2.0; `nil` at the paths of services.
    func overload(status: Int, _ fault: ServiceFault) -> GatewayResponse? {
        if let refusals { return refusals(fault, status) }
        guard isOfDomain else { return nil }
        let seconds = CommonHeaders.secondsAfterOverload
        return audience == .browser
            ? .overloadPage(status: status, retryAfter: seconds)
            : .overloadError(fault.message, status: status, retryAfter: seconds)
    }
}
