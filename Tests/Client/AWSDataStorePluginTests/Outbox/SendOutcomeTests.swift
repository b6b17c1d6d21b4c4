// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Testing

@testable import AWSDataStorePlugin
@testable import GeneratedModels

/// The decisions about answers and failures.
@Suite struct SendOutcomeTests {
    private struct Trouble: Error {}

    private let record = OwnerRecord(id: "r", content: "mine")
    private let errors = [GraphQLError(message: "No.")]

    init() {
        AmplifyModels().registerModels(registry: ModelRegistry.self)
    }

    private func sent(
        _ kind: MutationEvent.MutationType, version: Int? = nil, attempts: Int = 1, wasUndecodable: Bool = false,
        isDecision: Bool = false
    ) throws -> SentEvent {
        SentEvent(
            entry: try .of(kind, record, version: version, attempts: attempts), record: record,
            schema: OwnerRecord.schema, version: version, wasUndecodable: wasUndecodable, isDecision: isDecision)
    }

    private func remote(_ content: String, version: Int, deleted: Bool = false) -> MutationSync<AnyModel> {
        .of(OwnerRecord(id: "r", content: content), version: version, deleted: deleted)
    }

    private func words(_ outcome: SendOutcome) -> String {
        switch outcome {
        case .done(let record, let told):
            "done\(record == nil ? " without a record" : "")\(told == nil ? "" : ", told")"
        case .retry(let pause, let isGeneral, _):
            (isGeneral ? "retry all" : "retry") + (pause.map { " after \($0)" } ?? "")
        case .repeatOnce: "repeat once"
        case .hold: "hold"
        case .examine: "examine"
        case .replace: "replace"
        case .resolve: "resolve"
        case .adopt(_, let told): "adopt\(told == nil ? "" : ", told")"
        case .conditionFailed(let record): "condition failed\(record == nil ? "" : ", record known")"
        case .giveUp: "give up"
        }
    }

    @Test func `failures are sorted into retry, wait and give up`() throws {
        let update = try sent(.update, version: 1)
        let table: [(RemoteFailure, String)] = [
            (.network(Trouble()), "retry all"),
            (.unavailable(retryAfter: .seconds(9), Trouble()), "retry after 9.0 seconds"),
            (.signedOut(Trouble()), "hold"),
            (.unauthorized(Trouble()), "give up"),
            (.operationDisabled(errors), "give up"),
            (.refused(errors), "give up"),
            (.partial(remote("mine", version: 2), errors), "done, told"),
            (.partial(nil, errors), "done without a record, told"),
            (.undecodable(Trouble()), "repeat once"),
            (.conditionFailed(errors), "examine"),
            (.conflict(remote: nil, errors: errors), "give up"),
        ]
        for (failure, expected) in table { #expect(words(SendOutcome(failure, of: update)) == expected) }
        let foreign: [APIError] = [
            .operationError("Could not decode to JSONValue from the GraphQL Response", "", nil),
            .unknown("{}", "", nil),
        ]
        for error in foreign { #expect(words(SendOutcome(.undecodable(error), of: update)) == "retry") }
        let notOfModel = APIError.operationError("The data is not a MutationSync", "", nil)
        #expect(words(SendOutcome(.undecodable(notOfModel), of: update)) == "repeat once")
        let again = try sent(.update, version: 1, wasUndecodable: true)
        #expect(words(SendOutcome(.undecodable(Trouble()), of: again)) == "give up")
    }

    @Test func `the error of a refused event has the event and the service's answer`() throws {
        let update = try sent(.update, version: 1)
        guard case .giveUp(.api(let error, let event)) = SendOutcome(.refused(errors), of: update) else {
            Issue.record("The event is not removed.")
            return
        }
        #expect(event?.id == update.entry.event.id && error.errorDescription.contains("No."))
    }

    @Test func `a conflict with the event's own record is its answer`() throws {
        let update = try sent(.update, version: 3)
        let table: [(MutationSync<AnyModel>, String)] = [
            (remote("mine", version: 4), "done"),
            (remote("mine", version: 5), "resolve"),
            (remote("other", version: 4), "resolve"),
            (remote("mine", version: 4, deleted: true), "adopt, told"),
        ]
        for (remote, expected) in table {
            #expect(words(SendOutcome(.conflict(remote: remote, errors: errors), of: update)) == expected)
        }
    }

    @Test func `a removal of a removed record is done`() throws {
        let delete = try sent(.delete, version: 3)
        for (version, expected) in [(4, "done"), (6, "adopt")] {
            let remote = remote("mine", version: version, deleted: true)
            #expect(words(SendOutcome(.conflict(remote: remote, errors: errors), of: delete)) == expected)
        }
        let changed = remote("other", version: 4)
        #expect(words(SendOutcome(.conflict(remote: changed, errors: errors), of: delete)) == "resolve")
    }

    @Test func `the app's decision is sent once`() throws {
        let decision = try sent(.update, version: 4, isDecision: true)
        let outcome = SendOutcome(.conflict(remote: remote("other", version: 5), errors: errors), of: decision)
        #expect(words(outcome) == "give up")
    }

    @Test func `a create that exists, and a condition that fails, are examined`() throws {
        let failure = RemoteFailure.conditionFailed(errors)
        let create = try sent(.create)
        #expect(words(SendOutcome(failure, of: create)) == "examine")
        #expect(try words(SendOutcome(failure, of: sent(.update, version: 1, attempts: 2))) == "examine")
        #expect(words(SendOutcome(examined: remote("mine", version: 1), of: create)) == "done")
        #expect(
            words(SendOutcome(examined: remote("other", version: 1), of: create)) == "condition failed, record known")
        #expect(words(SendOutcome(examined: nil, of: create)) == "condition failed")
        let tombstone = remote("mine", version: 2, deleted: true)
        #expect(words(SendOutcome(examined: tombstone, of: create)) == "replace")
        let repeated = try sent(.create, attempts: 2)
        #expect(words(SendOutcome(examined: tombstone, of: repeated)) == "condition failed, record known")
        // An update that was sent once has not made the service's record.
        let update = try sent(.update, version: 1)
        let same = remote("mine", version: 2)
        #expect(words(SendOutcome(examined: same, of: update)) == "condition failed, record known")
    }

    @Test func `an update is looked for before it is sent again`() throws {
        #expect(try !sent(.update, version: 1).mayBeAppliedTwice)
        let update = try sent(.update, version: 1, attempts: 2)
        #expect(update.mayBeAppliedTwice)
        #expect(SendOutcome.beforeRepetition(remote("mine", version: 2), of: update).map(words) == "done")
        #expect(SendOutcome.beforeRepetition(remote("mine", version: 3), of: update).map(words) == "done")
        #expect(SendOutcome.beforeRepetition(remote("mine", version: 1), of: update) == nil)
        #expect(SendOutcome.beforeRepetition(remote("other", version: 3), of: update) == nil)
        #expect(SendOutcome.beforeRepetition(remote("mine", version: 3, deleted: true), of: update) == nil)
        #expect(SendOutcome.beforeRepetition(nil, of: update) == nil)
    }
}
