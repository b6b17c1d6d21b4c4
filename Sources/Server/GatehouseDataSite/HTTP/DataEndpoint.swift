// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseSites
import GatehouseWire

/// Answers requests of GraphQL over HTTP.
struct DataEndpoint: Sendable {
    /// The label of requests in logs and metrics.
    static let label = "graphql"

    let apis: any DataAPIs
    let callers: DataCallers
    /// Receives what each request did.
    let report: @Sendable (DataRequestReport) -> Void

    /// The answer to a request, whose path or host names the API.
    func answer(_ trip: Trip) async -> Outcome {
        let start = ContinuousClock.now
        do throws(RequestRefusal) {
            let address = DataAddress(of: trip)
            var (api, service) = try await served(address)
            do throws(RequestRefusal) {
                var execution = try await execute(trip, api, service)
                if execution.isOutdated {
                    // Other settings can accept other callers, so the request begins anew.
                    (api, service) = try await served(address, isNewest: true)
                    execution = try await execute(trip, api, service)
                }
                report(
                    DataRequestReport(
                        api: api.stored.id, operation: .init(execution.kind), refusals: execution.answer.refusals,
                        recordsRead: execution.recordsRead, duration: ContinuousClock.now - start))
                return Self.outcome(of: execution, ofAPI: api.stored.id)
            } catch {
                report(DataRequestReport(error, ofAPI: api.stored.id, .none, since: start))
                var refusal = error
                refusal.api = api.stored.id
                throw refusal
            }
        } catch {
            var cause = error.cause
            if cause == nil, error.status < 500 { cause = RefusedDataRequest([DataRequestReport.Refusal(error)]) }
            var outcome = Outcome(error.response, operation: Self.label, code: error.errorType, cause: cause)
            outcome.api = error.api
            return outcome
        }
    }

    private func execute(
        _ trip: Trip, _ api: ServedAPI, _ service: DataService
    ) async throws(RequestRefusal) -> DataExecution {
        let proven = try await callers.caller(
            DataCredentials(of: trip.request), of: api.stored, sending: try? Self.request(of: trip))
        let request = try Self.request(of: trip)
        let permitted = try await callers.permitted(
            proven, toUse: service.searchedFields(of: request), ofAPI: api.stored.id)
        return await service.execute(request, by: permitted.caller)
    }

    private static func request(of trip: Trip) throws(RequestRefusal) -> DataRequest {
        var request =
            trip.request.method == "POST"
            ? try GraphQLOverHTTP.request(inBody: trip.request.body)
            : try GraphQLOverHTTP.request(inQueryOf: trip.request)
        request.origin = RequestOrigin(of: trip.request)
        return request
    }

    /// The API of a request, which has a schema; with `isNewest`, as it is stored now.
    func served(
        _ address: DataAddress, isNewest: Bool = false
    ) async throws(RequestRefusal) -> (ServedAPI, DataService) {
        let api: ServedAPI?
        do {
            api = try await isNewest ? apis.newest(address) : apis.api(at: address)
        } catch {
            throw .failure(error)
        }
        guard let api else { throw .noAPI }
        guard let service = api.service else {
            var refusal = RequestRefusal.noSchema
            refusal.cause = api.problem
            throw refusal
        }
        return (api, service)
    }

    /// The outcome of an execution, with the failure of the store for the log.
    ///
    /// An outage or a change of the API can stop a request before it wrote anything. The status then lets programs repeat
    /// the request.
    static func outcome(of execution: DataExecution, ofAPI id: String) -> Outcome {
        var observed = unnamedOutcome(of: execution, ofAPI: id)
        observed.api = id
        return observed
    }

    private static func unnamedOutcome(of execution: DataExecution, ofAPI id: String) -> Outcome {
        guard let failure = execution.failure else { return outcome(execution.answer) }
        let refusal = RequestRefusal.failure(failure)
        var observed =
            if refusal.status == 503, execution.isRepeatable {
                Outcome(refusal.response, operation: Self.label, code: refusal.errorType, cause: failure)
            } else {
                // The answer has what was done; the log and the metrics have the fault.
                Outcome(
                    outcome(execution.answer).response, operation: Self.label, fault: .ofRequest(failure))
            }
        let obstacle = failure is OutdatedRevision ? "a change of the API" : "a failure of the store"
        observed.note = "A request to the data API \(id) met \(obstacle)."
        return observed
    }

    private static func outcome(_ answer: DataAnswer) -> Outcome {
        switch answer {
        case .response(let members):
            return Outcome(
                .graphQL(members), operation: Self.label, code: members["errors"] == nil ? "OK" : "GraphQLErrors",
                cause: RefusedDataRequest(answer.refusals))
        case .refused(let refusal):
            let type = refusal.errorType
            var response = GatewayResponse.graphQL(
                ["errors": .list(refusal.errors.map { .object($0) })], status: 400)
            response.headers.append(("x-amzn-ErrorType", type))
            return Outcome(response, operation: Self.label, code: type, cause: RefusedDataRequest(answer.refusals))
        }
    }
}
