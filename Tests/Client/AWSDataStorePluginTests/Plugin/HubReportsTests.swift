// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import GatehouseTestSupport
import Synchronization
import Testing

@testable import AWSDataStorePlugin

struct HubReportsTests {
    @Test func `each event has the name and the data of Amplify Swift`() {
        let sent = Mutex<[HubPayload]>([])
        let reports = HubReports { payload in sent.withLock { $0.append(payload) } }
        let change = MutationEvent(modelId: "1", modelName: "Todo", json: "{}", mutationType: .create)
        let mutation = OutboxMutationEvent.fromModelWithoutMetadata(modelName: "MutationEvent", model: change)
        reports.networkStatus(active: true)
        reports.outboxStatus(isEmpty: false)
        reports.subscriptionsEstablished()
        reports.syncQueriesStarted(["Todo"])
        reports.syncReceived(change)
        reports.modelSynced(
            ModelSyncedEvent(modelName: "Todo", isFullSync: true, isDeltaSync: false, added: 1, updated: 0, deleted: 0))
        reports.syncQueriesReady()
        reports.outboxMutationEnqueued(mutation)
        reports.outboxMutationProcessed(mutation)
        reports.conditionalSaveFailed(change)
        reports.syncStarted()
        reports.ready()
        let payloads = sent.withLock { $0 }
        #expect(
            payloads.map(\.eventName) == [
                "DataStore.networkStatus", "DataStore.outboxStatus", "DataStore.subscriptionEstablished",
                "DataStore.syncQueriesStarted", "DataStore.syncReceived", "DataStore.modelSynced",
                "DataStore.syncQueriesReady", "DataStore.outboxMutationEnqueued", "DataStore.outboxMutationProcessed",
                "DataStore.conditionalSaveFailed", "DataStore.syncStarted", "DataStore.ready",
            ])
        #expect((payloads[0].data as? NetworkStatusEvent)?.active == true)
        #expect((payloads[1].data as? OutboxStatusEvent)?.isEmpty == false)
        #expect(payloads[2].data == nil)
        #expect((payloads[3].data as? SyncQueriesStartedEvent)?.models == ["Todo"])
        #expect((payloads[4].data as? MutationEvent)?.id == change.id)
        #expect((payloads[5].data as? ModelSyncedEvent)?.added == 1)
        #expect(payloads[6].data == nil)
        #expect((payloads[7].data as? OutboxMutationEvent)?.element.version == nil)
        #expect((payloads[9].data as? MutationEvent)?.id == change.id)
        #expect(reports.synced.contains("Todo"))
    }
}
