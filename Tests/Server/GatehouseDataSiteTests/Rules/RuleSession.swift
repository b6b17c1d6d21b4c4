// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseData
import GatehouseDataModel
import GatehouseDataStores
import GatehouseGraphQL
import GatehouseStorage

/// A caller of the matrix before the records of one API; names the answers in the words of the matrix.
struct RuleSession {
    let service: DataService
    let store: SQLRecordStore
    let caller: RuleCaller
    let requests: RuleRequests
    /// The values of `sub::username` of the caller.
    let joined: String
    /// The records at the beginning.
    let records: [Record]

    init(
        service: DataService, store: SQLRecordStore, caller: RuleCaller, requests: RuleRequests, joined: String
    ) async throws {
        self.service = service
        self.store = store
        self.caller = caller
        self.requests = requests
        self.joined = joined
        records = try await Self.stored(in: store, of: service)
    }

    /// Whether the records are as at the beginning after an operation; a query changes none.
    func isUntouched(after operation: String) async throws -> Bool {
        if RuleRequests.isQuery(operation) { return true }
        return try await stored() == records
    }

    private func stored() async throws -> [Record] { try await Self.stored(in: store, of: service) }

    private static func stored(in store: SQLRecordStore, of service: DataService) async throws -> [Record] {
        let query = RecordQuery(scope: .everything, includesDeleted: true)
        return try await store.read { [id = service.id] in try $0.page(query, of: "Note", in: id).records }
    }

    /// The answer to an operation.
    func answer(_ operation: String) async throws -> String {
        if operation.hasPrefix("subscribe") { return await subscribe(operation) }
        let request = DataRequest(query: requests.document(operation))
        guard case .response(let response) = await service.answer(request, by: caller.caller) else {
            return "no operation"
        }
        let answer = RuleAnswer(response, RuleRequests.field(operation))
        if let refusal = answer.refusal {
            return try await isUntouched(after: operation) ? refusal : refusal + ", but written"
        }
        let target = RuleRequests.target(operation)
        switch RuleRequests.field(operation) {
        case "createNote": return try await created(operation) + answer.mutationTitle
        case "getNote" where operation == "read owner": return answer.owner(stored: requests.own)
        case "getNote": return answer.record(target)
        case "updateNote" where operation == "give away": return try await givenAway()
        case "updateNote": return try await updated(target) + answer.mutationTitle
        case "deleteNote": return try await deleted(target)
        default: return answer.list(asked: operation == target ? nil : target)
        }
    }

    // MARK: - Mutations

    private func created(_ operation: String) async throws -> String {
        let after = try await stored()
        guard after.count == records.count + 1, let new = after.first(where: { $0.key == RecordID([.string("new")]) })
        else { return "made nothing" }
        let owners = new.fields["owner"].map { ($0.elements ?? [$0]).compactMap(\.text) } ?? []
        let given = RuleRequests.target(operation) == "foreign" ? requests.foreign : requests.own
        if operation != "create" { return owners == [given.owner] ? "made as given" : "made for \(owners)" }
        switch owners {
        case []: return "made free"
        case [requests.own.owner]: return "made own"
        case [joined]: return "made own, joined"
        default: return "made for \(owners)"
        }
    }

    private func change(of id: String) async throws -> (before: Record?, after: Record?) {
        let key = RecordID([.string(id)])
        return (records.first { $0.key == key }, try await stored().first { $0.key == key })
    }

    private func updated(_ id: String) async throws -> String {
        let (before, after) = try await change(of: id)
        guard let before, let after, after.fields["title"] == .string("x"), !after.isDeleted,
            after.fields["owner"] == before.fields["owner"]
        else { return "not done" }
        return "done"
    }

    private func givenAway() async throws -> String {
        let owner = try await change(of: "own").after?.fields["owner"]
        return (owner?.elements ?? owner.map { [$0] }) == [.string(requests.foreign.owner)] ? "done" : "not done"
    }

    private func deleted(_ id: String) async throws -> String {
        try await change(of: id).after?.isDeleted == true ? "done" : "not done"
    }

    // MARK: - Subscriptions

    private func subscribe(_ operation: String) async -> String {
        let subscription: DataSubscription
        do throws(DataRefusal) {
            subscription = try await service.subscribe(
                DataRequest(query: requests.document(operation)), by: caller.caller)
        } catch {
            return RuleAnswer.refusal(error.errors, "onUpdateNote on type Subscription")
                ?? "\(error.errorType): \(error.message)"
        }
        // The second change of a record comes after the first ones of all.
        let changes = [("free", 1), ("foreign", 1), ("own", 1), ("foreign", 2), ("own", 2)]
        for (id, version) in changes {
            let update = DataRequest(query: RuleRequests.update(id, version: version))
            guard case .response(let response) = await service.answer(update, by: .iam(.administrator)),
                response["errors"] == nil
            else { return "no event" }
        }
        let target = RuleRequests.target(operation)
        return RuleAnswer.set(
            await Self.received(subscription).sorted(), asked: operation == target ? nil : target)
    }

    /// The records of the events of a subscription, up to the second one of a record.
    private static func received(_ subscription: DataSubscription) async -> [String] {
        await withTaskGroup(of: [String]?.self) { group in
            group.addTask {
                var ids: [String] = []
                var iterator = subscription.makeAsyncIterator()
                while let payload = try? await iterator.next() {
                    let id = payload["data"]?["onUpdateNote"]?["id"]?.text ?? RuleAnswer.text(.object(payload))
                    if ids.contains(id) { break }
                    ids.append(id)
                }
                return ids
            }
            // A subscription that should not have been allowed may never receive an event.
            group.addTask {
                for _ in 0..<1_000_000 where !Task.isCancelled { await Task.yield() }
                return nil
            }
            var received: [String] = []
            for await ids in group {
                if let ids { received = ids }
                group.cancelAll()
            }
            return received
        }
    }
}
