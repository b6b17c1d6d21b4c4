// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import CognitoShapes
import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseServer
import GatehouseSites
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Synchronization

/// Calls operations through the gateway of one process, as clients call them over HTTP.
///
/// A request that is refused because it would wait too long is repeated, as the AWS SDKs repeat it. Each refusal is
/// judged: it has committed nothing, and an answer to a challenge or a refresh waits for no beginning of a sign-in.
struct GatewayCaller: OperationCaller, CognitoIdentityProviderService, CognitoIdentityProviderAdminService {
    /// How often a request is sent at most.
    private static let attempts = 3
    /// The operations that continue a user's work.
    private static let continuing: Set<String> = ["RespondToAuthChallenge", "GetTokensFromRefreshToken"]

    let installation: Installation
    let load: ServerLoad
    let life: Life
    let stage: Stage
    let complaints: Complaints
    let journal: Journal
    let bug: PlantedBug?

    func call<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input
    ) async throws(ServiceFault) -> Operation.Output {
        let request = request(operation, input)
        for attempt in 1...Self.attempts {
            let (trace, visit) = (RequestTrace(), load.begin())
            let response = await RequestTrace.$current.withValue(trace) {
                await respond(to: request, with: input, trace)
            }
            let waitsForNone = load.end(visit)
            if life.isOver { throw ServiceFault(.internalError, "The process has ended.", cause: ProcessEnded()) }
            guard response.isBusy else { return try response.output(of: operation) }
            journal.note("  busy: \(Operation.name), \(trace.refusal.map { "\($0)" } ?? "no queue")")
            if trace.commits > 0 {
                complaints.add(BrokenPromise(.refusalsChangeNothing, "\(Operation.name) was refused after a commit"))
            }
            if waitsForNone, Self.continuing.contains(Operation.name) {
                complaints.add(BrokenPromise(.answersGoFirst, "\(Operation.name) has waited for sign-ins"))
            }
            if attempt < Self.attempts { try await pause() }
        }
        throw Overload.computing.fault
    }

    /// The response to a client that stays.
    private func respond(
        to request: GatewayRequest, with input: some Sendable, _ trace: RequestTrace
    ) async -> GatewayResponse {
        await ClientPresence.$current.withValue(ClientPresence()) {
            let response = await installation.gateway.respond(to: request)
            if response.isBusy, let queue = trace.refusal {
                await bug?.act(
                    onRefusal: PlantedBug.Refusal(queue: queue, isByCrowd: load.hasCrowd), of: input,
                    at: installation.userPools)
            }
            return response
        }
    }

    /// Waits as long as the header Retry-After says.
    private func pause() async throws(ServiceFault) {
        do { try await stage.sleep(.seconds(1)) } catch { throw ServiceFault(unforeseen: error) }
    }

    private func request<Operation: ServiceOperation>(
        _ operation: Operation.Type, _ input: Operation.Input
    ) -> GatewayRequest {
        let deployment = installation.deployment
        var headers = [
            (name: "Host", value: "localhost:9229"), (name: "Content-Type", value: "application/x-amz-json-1.1"),
            (name: "X-Amz-Target", value: "\(Operation.service.targetPrefix ?? "").\(Operation.name)"),
        ]
        if Operation.isSigned {
            // The server of a simulation takes any key of an administrator.
            let scope = "20260101/\(deployment.defaultRegion)/\(Operation.service.signingName)/aws4_request"
            headers += [
                ("X-Amz-Date", "20260101T000000Z"),
                ("Authorization", "AWS4-HMAC-SHA256 Credential=AKIA/\(scope), SignedHeaders=host, Signature=00"),
            ]
        }
        return GatewayRequest(method: "POST", path: "/", headers: headers, body: input.wireValue(in: .json).json())
    }
}

extension GatewayResponse {
    /// Whether the request was refused because it would have waited too long.
    fileprivate var isBusy: Bool {
        status == 503 && header("x-amzn-ErrorType") == "\(Overload.computing.fault.code.rawValue):"
    }

    /// The output in the response of an operation.
    /// - Throws: the fault in it.
    fileprivate func output<Operation: ServiceOperation>(
        of operation: Operation.Type
    ) throws(ServiceFault) -> Operation.Output {
        let members: [WireName: WireValue]
        do throws(WireSyntaxError) {
            members = try body.isEmpty ? [:] : WireValue(json: body).objectValue ?? [:]
        } catch {
            throw ServiceFault(.internalError, "The response with status \(status) is not JSON.", cause: error)
        }
        if status == 200 { return try Operation.Output(answer: .object(members), form: .json) }
        throw ServiceFault(
            ServiceFault.Code(rawValue: members["__type"]?.stringValue ?? "\(status)"),
            members["message"]?.stringValue ?? "",
            members: members.filter { !["__type", "message", "Message"].contains($0.key) })
    }
}

extension GatewayCaller {
    /// Sends a file to the address of an import job.
    /// - Throws: the fault that has the status of the response.
    func upload(_ file: String, to address: String) async throws {
        guard let parts = URLComponents(string: address) else {
            throw ServiceFault(.internalError, "\(address) is no address.")
        }
        let response = await installation.gateway.respond(
            to: GatewayRequest(
                method: "PUT", path: parts.percentEncodedPath, query: parts.percentEncodedQuery ?? "",
                headers: [("Host", "localhost:9229"), ("x-amz-server-side-encryption", "aws:kms")],
                body: Data(file.utf8)))
        if life.isOver { throw ProcessEnded() }
        switch response.status {
        case 200: return
        case 503: throw ServiceFault(.serviceUnavailable, "The file was not stored.")
        default: throw ServiceFault(.internalError, "The file was refused with the status \(response.status).")
        }
    }
}

/// The effects of a request that its caller cannot see.
final class RequestTrace: Sendable {
    private struct State {
        var commits = 0
        var refusal: Overload?
    }

    /// The trace of the request that the current task handles.
    @TaskLocal static var current: RequestTrace?

    private let state = Mutex(State())

    /// The number of its commits.
    var commits: Int { state.withLock(\.commits) }
    /// The queue that it would have waited in for too long.
    var refusal: Overload? { state.withLock(\.refusal) }

    func addCommit() { state.withLock { $0.commits += 1 } }

    func refuse(by queue: Overload) { state.withLock { $0.refusal = queue } }
}
