// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// The rule for a new event of a record with earlier ones.
@Suite struct OutboxRuleTests {
    init() {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
    }

    private func entry(
        _ kind: MutationEvent.MutationType, _ content: String = "new", condition: String? = nil, user: String? = "ada",
        attempts: Int = 0, isInProcess: Bool = false
    ) throws -> OutboxEntry {
        try .of(
            kind, OwnerRecord(id: "r", content: content), condition: condition, user: user, attempts: attempts,
            isInProcess: isInProcess)
    }

    /// The outcome in words.
    private func outcome(_ pending: [OutboxEntry], _ new: OutboxEntry) -> String {
        do throws(DataStoreError) {
            switch try OutboxRule.outcome(pending: pending, new: new) {
            case .store: return "store"
            case .replace(let entry, let others):
                let place = pending.firstIndex { $0.event.id == entry.event.id } ?? -1
                let hasNewContent = entry.event.json == new.event.json
                return "\(entry.event.mutationType) at \(place), \(hasNewContent), \(others.count) removed"
            case .removeAll(let ids): return "remove \(ids.count)"
            }
        } catch {
            return error.errorDescription
        }
    }

    @Test(
        arguments: [
            (nil, .create, "store"),
            (nil, .update, "store"),
            (nil, .delete, "store"),
            (.create, .update, "create at 0, true, 0 removed"),
            (.update, .update, "update at 0, true, 0 removed"),
            (.update, .delete, "delete at 0, true, 0 removed"),
            (.delete, .delete, "delete at 0, true, 0 removed"),
            (.create, .delete, "remove 1"),
            (.create, .create, "Received a create mutation for an item that has already been created"),
            (.update, .create, "Received a create mutation for an item that has already been created"),
            (.delete, .create, "Received a create mutation for an item that has already been created"),
            (.delete, .update, "Received an update mutation for an item that has been marked as deleted"),
        ] as [(MutationEvent.MutationType?, MutationEvent.MutationType, String)]
    )
    func `the table is the contract's`(
        pending: MutationEvent.MutationType?, new: MutationEvent.MutationType, expected: String
    ) throws {
        let former = try pending.map { [try entry($0, "old")] } ?? []
        #expect(try outcome(former, entry(new)) == expected)
    }

    @Test func `an event with a condition is stored behind any other`() throws {
        for kind in [MutationEvent.MutationType.create, .update, .delete] {
            #expect(try outcome([entry(kind)], entry(.update, condition: "{}")) == "store")
        }
    }

    @Test func `an event that was sent takes no new content`() throws {
        for sent in [try entry(.create, attempts: 1), try entry(.create, isInProcess: true)] {
            #expect(try outcome([sent], entry(.update)) == "store")
            #expect(try outcome([sent], entry(.delete)) == "store")
            let waiting = try entry(.update, "old")
            #expect(try outcome([sent, waiting], entry(.update)) == "update at 1, true, 0 removed")
        }
    }

    @Test func `an event of another user takes no new content`() throws {
        #expect(try outcome([entry(.create, user: "ben")], entry(.update)) == "store")
        #expect(try outcome([entry(.create, user: nil)], entry(.delete)) == "store")
    }

    @Test func `an update does not get the condition of an earlier one, and a delete replaces both`() throws {
        let pending = [try entry(.update, "old"), try entry(.update, "older", condition: "{}")]
        #expect(try outcome(pending, entry(.update)) == "store")
        #expect(try outcome(pending, entry(.delete)) == "delete at 0, true, 1 removed")
    }

    @Test func `a delete removes a create with all that follows it`() throws {
        let pending = [try entry(.create), try entry(.update, condition: "{}")]
        #expect(try outcome(pending, entry(.delete)) == "remove 2")
    }

    @Test func `a replaced event keeps its identifier and time, and the larger version`() throws {
        var old = try entry(.update, "old")
        old.event.version = 3
        old.base = "base"
        var new = try entry(.update)
        new.event.version = 2
        guard case .replace(let entry, _) = try OutboxRule.outcome(pending: [old], new: new) else {
            Issue.record("The event is not replaced.")
            return
        }
        #expect(entry.event.id == old.event.id && entry.event.createdAt == old.event.createdAt)
        #expect(entry.event.version == 3 && entry.base == "base")
    }
}
