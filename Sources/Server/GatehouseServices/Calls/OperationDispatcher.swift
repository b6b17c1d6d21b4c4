// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import Foundation
import GatehouseCallers
import GatehouseCore
import GatehouseSites
import GatehouseWire

/// Handles calls of operations: finds the operation, authenticates the caller, then performs the operation.
struct OperationDispatcher: Sendable {
    let routes: OperationRoutes
    let callers: CallerAuthentication
    let permission: OperationPermission
    let deployment: Deployment
    /// Whether the refusal of a request for another region names both regions.
    let explainsRegions: Bool

    /// Handles a request to `/`; it finds the protocol by the target header, then by the form, then by the signature's
    /// scope.
    func answer(_ request: GatewayRequest, requestID: String) async -> Outcome {
        if let target = request.header("X-Amz-Target"), !target.isEmpty {
            return await answer(target: target, request, requestID: requestID)
        }
        if request.hasForm || OperationRoutes.isQueryService(SignatureClaim(of: request)?.service) {
            return await answerForm(request, requestID: requestID)
        }
        if let foreign = ForeignService(of: request) { return foreign.outcome(for: request, requestID: requestID) }
        let fault = ServiceFault(
            .unknownOperation,
            "The header X-Amz-Target is missing: it names the operation, such as "
                + "AWSCognitoIdentityProviderService.InitiateAuth.")
        return Outcome(JSONAnswer.fault(fault), operation: Label.unknown, fault: fault)
    }

    /// The work that a request's head names, by its target header or by the action in its query; a form in the body
    /// names it later.
    func work(ofHead request: GatewayRequest) -> RouteWork? {
        if let target = request.header("X-Amz-Target"), !target.isEmpty {
            return routes.route(target: target).map { RouteWork($0) }
        }
        if request.hasFormType { return routes.unreadForm }
        return request.queryValue("Action").flatMap { routes.route(action: $0) }.map { RouteWork($0) }
    }

    /// The work of a request with its body, whose head names `work`.
    func work(of request: GatewayRequest, byHead work: RouteWork) -> RouteWork {
        guard work.form == .query, request.hasFormType else { return work }
        let action = request.hasFormBody ? ActionScan.action(in: request.body) : request.queryValue("Action")
        return action.flatMap { routes.route(action: $0) }.map { RouteWork($0) } ?? routes.otherForm
    }

    private func answer(target: String, _ request: GatewayRequest, requestID: String) async -> Outcome {
        guard let route = routes.route(target: target) else {
            if let foreign = ForeignService(of: request) { return foreign.outcome(for: request, requestID: requestID) }
            let fault = ServiceFault(
                .unknownOperation,
                "The X-Amz-Target \(target.printable(limit: 128)) is not an operation of this server.")
            return Outcome(JSONAnswer.fault(fault), operation: Label.unknown, fault: fault)
        }
        var call: OperationInput?
        let caller = ProvenCaller()
        do {
            let output = try await perform(
                route, request, requestID: requestID, caller: caller
            ) { () throws(ServiceFault) in
                let input = try JSONBody.input(request.body)
                call = input
                return input
            }
            var outcome = Outcome(JSONAnswer.success(output), operation: route.name)
            (outcome.input, outcome.output, outcome.caller) = (call, output, caller.names)
            return outcome
        } catch {
            var outcome = Outcome(JSONAnswer.fault(error), operation: route.name, fault: error)
            outcome.input = call
            return outcome
        }
    }

    private func answerForm(_ request: GatewayRequest, requestID: String) async -> Outcome {
        var operation = Label.unknown
        var isSigned = true
        var service = ServiceIdentity.securityToken
        do throws(ServiceFault) {
            let form = try request.form()
            service = OperationRoutes.queryServices.first { $0.version == form.version } ?? service
            guard let route = routes.route(action: form.action), form.version == route.service.version else {
                if let foreign = ForeignService(of: request) {
                    return foreign.outcome(for: request, requestID: requestID)
                }
                throw ServiceFault(.queryInvalidAction, "The operation or its version is not known to this service.")
            }
            operation = route.name
            isSigned = route.isSigned
            let output = try await perform(
                route, request, requestID: requestID, caller: ProvenCaller()
            ) { () throws(ServiceFault) in
                .form(form.parameters)
            }
            return Outcome(XMLAnswer.success(output, of: route, requestID: requestID), operation: operation)
        } catch {
            let fault = error.inQueryTerms(ofSigned: isSigned)
            return Outcome(
                XMLAnswer.fault(fault, of: service, requestID: requestID), operation: operation, fault: fault)
        }
    }

    /// Authenticates the caller before it parses the body: the response to an unsigned administration call reveals
    /// nothing about the body.
    private func perform(
        _ route: OperationRoute, _ request: GatewayRequest, requestID: String, caller: ProvenCaller,
        input: () throws(ServiceFault) -> OperationInput
    ) async throws(ServiceFault) -> any WireStructure {
        let claim = SignatureClaim(of: request)
        let region = claim?.region ?? deployment.defaultRegion
        let principal: Principal =
            route.isSigned
            ? try await callers.principal(of: request, claim: claim, for: route.service) : .anonymous
        let call = try input()
        try await permission.check(principal, for: route, call, in: region, from: request.remoteAddress)
        let context = RequestContext(
            requestID: requestID, region: region, principal: principal, isPermitted: true, access: route.access,
            sourceAddress: request.remoteAddress, userAgent: request.header("User-Agent") ?? "",
            caller: caller
        )
        let signedRegion = SignedRegion(name: region, isExplained: explainsRegions)
        if route.isSigned, let refusal = signedRegion.refusal(of: call) {
            // A malformed request gets the fault for malformed requests in any region.
            try route.validate(call)
            throw refusal
        }
        return try await route.perform(call, context: context)
    }
}

/// Parses request bodies of AWS JSON 1.1.
enum JSONBody {
    /// The request's object; an empty body is an empty object.
    /// - Throws: `SerializationException` for any other body.
    static func input(_ body: Data) throws(ServiceFault) -> OperationInput {
        guard !body.isEmpty else { return .document(.emptyObject) }
        do {
            let document = try WireDocument(foreignJSON: Array(body))
            if document.isObject { return .document(document) }
        } catch .notStreamSafe {
            throw .notStreamSafe
        } catch {
            throw ServiceFault(.serialization, "The body is not JSON in UTF-8.", cause: error)
        }
        throw ServiceFault(.serialization, "The body is not a JSON object.")
    }
}
