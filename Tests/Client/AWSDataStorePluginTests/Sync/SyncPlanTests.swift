// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Foundation
import Testing

@testable import AWSDataStorePlugin

/// The choice between a sync of all records and one of the changes.
@Suite struct SyncPlanTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let mode = SyncMode(
        choice: .designated(.amazonCognitoUserPools), caller: Caller(userPool: "ada", openID: nil))

    private static func former(age: Duration, predicate: String? = nil) -> SyncPlan.Former {
        SyncPlan.Former(
            lastSync: 1_800_000_000_000 - age.components.seconds * 1_000, predicate: predicate,
            origin: mode.origin(predicate: predicate))
    }

    private static func plan(_ former: SyncPlan.Former, predicate: String? = nil) -> SyncPlan {
        SyncPlan(after: former, predicate: predicate, interval: .seconds(3_600), now: now)
    }

    @Test func `changes are read after a sync that is younger than the interval`() {
        #expect(Self.plan(Self.former(age: .zero)) == .delta(since: 1_800_000_000_000))
        #expect(Self.plan(Self.former(age: .seconds(3_599))) == .delta(since: 1_799_996_401_000))
    }

    @Test func `all records are read after an old sync, and after one in the future`() {
        #expect(Self.plan(SyncPlan.Former()) == .base)
        #expect(Self.plan(Self.former(age: .seconds(3_600))) == .base)
        #expect(Self.plan(Self.former(age: .seconds(-1))) == .base)
    }

    @Test func `all records are read if the sync expression has changed`() {
        let former = Self.former(age: .zero, predicate: "a")
        #expect(Self.plan(former, predicate: "a") != .base)
        #expect(Self.plan(former, predicate: "b") == .base)
        #expect(Self.plan(former) == .base)
        #expect(Self.plan(Self.former(age: .zero), predicate: "a") == .base)
    }

    @Test func `changes are read only as the user and in the mode of the sync before`() {
        let former = Self.former(age: .zero)
        let plan = Self.plan(former)
        let others = [
            SyncMode(choice: .designated(.apiKey), caller: Self.mode.caller),
            SyncMode(choice: .inferred, caller: Self.mode.caller),
            SyncMode(choice: Self.mode.choice, caller: Caller(userPool: "grace", openID: nil)),
            SyncMode(choice: Self.mode.choice, caller: .nobody),
        ]
        #expect(plan.fits(Self.mode.origin(predicate: nil), after: former))
        for mode in others {
            #expect(!plan.fits(mode.origin(predicate: nil), after: former))
            #expect(SyncPlan.base.fits(mode.origin(predicate: nil), after: former))
        }
    }

    @Test func `the same sync expression has the same text`() {
        let predicates: [any QueryPredicate] = [
            field("a").eq("1"), field("a").eq("2"), field("b").eq("1"), field("a").eq("1").and(field("b").eq("1")),
            not(field("a").eq("1")),
        ]
        let texts = predicates.map { $0.syncText(at: Self.now) }
        #expect(Set(texts).count == predicates.count && !texts.contains(nil))
        #expect(field("a").eq("1").syncText(at: Self.now) == texts[0])
        #expect(QueryPredicateConstant.all.syncText(at: Self.now) == nil)
    }

    @Test func `the key of a user names each identity`() {
        #expect(Caller.nobody.key == nil && !Caller.nobody.isSignedIn)
        #expect(Caller(userPool: "1", openID: nil).key == "userPool:1")
        #expect(Caller(userPool: nil, openID: "1").key == "openID:1")
        #expect(Caller(userPool: "1", openID: "2").key == "userPool:1 openID:2")
    }

    @Test func `a page has the size of the settings, of the service's limit or of the rest`() {
        var settings = SyncSettings()
        #expect(settings.limit(after: 0) == 1_000 && settings.limit(after: 9_400) == 600)
        settings.pageSize = 5_000
        #expect(settings.limit(after: 0) == 1_000)
        settings.pageSize = 0
        #expect(settings.limit(after: 0) == 1)
    }
}
