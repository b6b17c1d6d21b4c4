// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSPluginsCore
import Amplify
import Testing

@testable import AWSDataStorePlugin

struct DataStoreConfigurationTests {
    @Test func `the defaults are the same as in Amplify Swift`() {
        for configuration in [DataStoreConfiguration.default, .custom(), .testDefault()] {
            #expect(configuration.syncInterval == 24 * 60 * 60)
            #expect(configuration.syncMaxRecords == 10_000)
            #expect(configuration.syncPageSize == 1_000)
            #expect(configuration.syncExpressions.isEmpty)
            #expect(!configuration.disableSubscriptions())
            if case .multiAuth = configuration.authModeStrategyType { Issue.record("The strategy is multiAuth") }
            #expect(configuration.signOutPolicy == .keep)
            #expect(!configuration.keepsUnseenRecords)
            #expect(configuration.threeWayConflictHandler == nil)
        }
        #expect(DataStoreConfiguration.defaultSyncInterval == 86_400)
        #expect(DataStoreConfiguration.subscriptionsDisabled.disableSubscriptions())
        #expect(DataStoreConfiguration.testDefault(disableSubscriptions: { true }).disableSubscriptions())
    }

    @Test(arguments: [(-1, 0), (60, 60), (.infinity, 3_155_760_000), (.nan, 0)] as [(Double, Int)])
    func `an interval without an end or a sense does not end the program`(interval: Double, seconds: Int) {
        #expect(SyncSettings(.custom(syncInterval: interval)).interval == .seconds(seconds))
    }

    @Test func `each argument of the original has its label and its place`() {
        let configuration = DataStoreConfiguration.custom(
            errorHandler: { _ in }, conflictHandler: { _, resolve in resolve(.retryLocal) }, syncInterval: 1,
            syncMaxRecords: 2, syncPageSize: 3,
            syncExpressions: [.syncExpression(MutationEvent.schema) { QueryPredicateConstant.all }],
            authModeStrategy: .multiAuth, disableSubscriptions: { true }, signOutPolicy: .separate,
            keepsUnseenRecords: true, threeWayConflictHandler: { _ in .applyRemote })
        #expect(configuration.syncInterval == 1)
        #expect(configuration.syncMaxRecords == 2)
        #expect(configuration.syncPageSize == 3)
        #expect(configuration.syncExpressions.count == 1)
        #expect(configuration.disableSubscriptions())
        #expect(configuration.signOutPolicy == .separate)
        #expect(configuration.keepsUnseenRecords)
        #expect(configuration.threeWayConflictHandler != nil)
        if case .default = configuration.authModeStrategyType { Issue.record("The strategy is the default") }
    }
}
