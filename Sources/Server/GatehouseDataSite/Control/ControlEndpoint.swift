// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCallers
import GatehouseCore
import GatehouseCrypto
import GatehouseDataModel
import GatehouseDataStores
import GatehouseSecurityTokens
import GatehouseSites
import GatehouseText
import GatehouseWire

/// Answers calls of AppSync's control plane: authenticates the caller, checks the permission, and performs the operation.
struct ControlEndpoint: Sendable {
    let administration: DataAPIAdministration
    let descriptions: APIDescription
    let signers: CallerAuthentication
    let authority: AccessAuthority

    /// A call whose caller is known.
    struct Call {
        /// The parameters of the path, decoded.
        var parameters: [String]
        /// The body; an object.
        var input: WireValue
        /// The parameters of the query in their order.
        var query: [(String, String)]

        /// The id of the API; empty for an ARN of no API of this server.
        var id: String

        /// The first value of a parameter of the query.
        func value(_ name: String) -> String? { query.first { $0.0.utf8.elementsEqual(name.utf8) }?.1 }

        /// All values of a parameter of the query.
        func values(_ name: String) -> [String] {
            query.filter { $0.0.utf8.elementsEqual(name.utf8) }.map(\.1)
        }
    }

    /// The response to a call of an operation.
    func answer(_ operation: ControlOperation, _ trip: Trip) async -> Outcome {
        do throws(ServiceFault) {
            let request = trip.request
            let claim = SignatureClaim(of: request)
            let principal = try await signers.principal(of: request, claim: claim, for: .appSync)
            let call = try self.call(operation, trip)
            try await check(principal, operation, call, in: claim?.region, from: request.remoteAddress)
            let response = try await perform(operation, call)
            return Outcome(response, operation: operation.rawValue)
        } catch {
            return refusal(error, operation.rawValue)
        }
    }

    /// The response to a call of an operation that this server does not have.
    func refuse(_ subject: String, _ trip: Trip) async -> Outcome {
        do throws(ServiceFault) {
            _ = try await signers.principal(of: trip.request, claim: SignatureClaim(of: trip.request), for: .appSync)
            throw .badRequest(
                "Gatehouse does not have \(subject): an API is its schema, and Gatehouse resolves its fields.")
        } catch {
            return refusal(error, Label.unknown)
        }
    }

    private func refusal(_ fault: ServiceFault, _ operation: String) -> Outcome {
        Outcome(ControlAnswer.fault(fault), operation: operation, fault: fault.inControlTerms)
    }

    private func call(_ operation: ControlOperation, _ trip: Trip) throws(ServiceFault) -> Call {
        var parameters: [String] = []
        for text in trip.parameters {
            guard let decoded = text.removingPercentEncoding, decoded.utf8.count <= 2_048,
                StreamSafeText.contains(decoded)
            else { throw .badRequest("The path is not valid.") }
            parameters.append(decoded)
        }
        let first = parameters.first ?? ""
        return Call(
            parameters: parameters, input: try input(of: trip.request),
            query: SignableRequest.query(parsing: trip.request.query),
            id: operation.namesARN ? descriptions.id(inARN: first) ?? "" : first)
    }

    private func input(of request: GatewayRequest) throws(ServiceFault) -> WireValue {
        guard !request.body.isEmpty else { return [:] }
        guard let value = try? WireValue(foreignJSON: request.body), value.objectValue != nil else {
            throw .badRequest("The body is not a JSON object.")
        }
        return value
    }

    // MARK: - Permissions

    /// Checks that policies permit a role or a user to call an operation; an administrator may call each.
    private func check(
        _ principal: Principal, _ operation: ControlOperation, _ call: Call, in region: String?,
        from address: String
    ) async throws(ServiceFault) {
        switch principal {
        case .anonymous, .administrator: return
        case .role, .user: break
        }
        let resource = call.id.isEmpty ? "*" : descriptions.arn(String(call.id.prefix(128)))
        var requested: [String: String] = [:]
        switch operation {
        case .createGraphqlApi, .tagResource, .startDeployment, .planDeployment:
            requested = try APITags.read(call.input["tags"])
        default: break
        }
        let removed = operation == .untagResource ? call.values("tagKeys") : []
        let tags = RequestTags(requested: requested, removed: removed) { () async throws(ServiceFault) in
            guard !call.id.isEmpty else { return [:] }
            return try await ServiceFault.translating { try await administration.apis.api(call.id)?.stored.tags ?? [:] }
        }
        for permission in operation.permissions(call.input) {
            try await authority.permit(
                "appsync:\(permission)", on: resource, to: principal, from: address,
                inRegion: region ?? descriptions.deployment.defaultRegion, tags: tags)
        }
    }
}
