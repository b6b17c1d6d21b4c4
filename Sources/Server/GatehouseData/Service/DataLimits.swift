// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseDataModel
package import GatehouseDataStores
package import GatehouseGraphQL

/// The bounds of requests to an API, and what they may ask for.
package struct DataLimits: Hashable, Sendable {
    /// The bounds of a document's text.
    package var document: DocumentLimits
    /// The bounds of an operation.
    package var execution: ExecutionLimits
    /// The bounds of filters and conditions.
    package var conditions: ConditionLimits
    /// The most records that one request reads.
    package var records: Int
    /// The most records of a page.
    package var page: Int
    /// The most bytes of the records that one request reads.
    package var loadedBytes: Int
    /// The most functions that one request calls.
    package var functionCalls: Int
    /// The most bytes of a response.
    package var responseBytes: Int
    /// The seconds after which a request reads and writes no more.
    package var seconds: Double
    /// The most bytes of all arguments of a subscription, which keeps them as long as it lives.
    package var subscriptionArgumentBytes: Int
    /// The most events that wait for a subscriber.
    package var waitingEvents: Int
    /// The most bytes of the events that wait for a subscriber.
    package var waitingBytes: Int
    /// The seconds for which a sync can ask for changes only.
    package var deltaSeconds: Double
    /// Whether documents may ask for the schema.
    package var allowsIntrospection: Bool

    /// Sets all bounds.
    package init(
        document: DocumentLimits = .executable, execution: ExecutionLimits = ExecutionLimits(),
        conditions: ConditionLimits = ConditionLimits(), records: Int = 10_000, page: Int = 1_000,
        loadedBytes: Int = 32 * 1_024 * 1_024, functionCalls: Int = 1_000,
        responseBytes: Int = 5 * 1_024 * 1_024, seconds: Double = 30,
        subscriptionArgumentBytes: Int = 64 * 1_024,
        waitingEvents: Int = 1_000, waitingBytes: Int = 5 * 1_024 * 1_024,
        deltaSeconds: Double = RecordRetention.changes,
        allowsIntrospection: Bool = true
    ) {
        self.document = document
        self.execution = execution
        self.conditions = conditions
        self.records = records
        self.page = page
        self.loadedBytes = loadedBytes
        self.functionCalls = functionCalls
        self.responseBytes = responseBytes
        self.seconds = seconds
        self.subscriptionArgumentBytes = subscriptionArgumentBytes
        self.waitingEvents = waitingEvents
        self.waitingBytes = waitingBytes
        self.deltaSeconds = deltaSeconds
        self.allowsIntrospection = allowsIntrospection
    }
}

extension DataLimits {
    /// The usual bounds with those that the owner of an API chose.
    package init(_ chosen: RequestBounds) {
        self.init(allowsIntrospection: chosen.allowsIntrospection)
        if let depth = chosen.depth { execution.depth = depth }
    }
}
