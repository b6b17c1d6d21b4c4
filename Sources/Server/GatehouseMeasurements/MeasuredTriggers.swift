// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseGateway
package import GatehouseServerCrypto
package import GatehouseWire
package import Metrics

/// A trigger caller that counts calls by result and times them.
///
/// The function's name is not a label, because the number of functions is unlimited.
package struct MeasuredTriggers: TriggerCaller {
    private let base: any TriggerCaller
    private let calls: WorkMetrics

    /// Creates a caller that counts and times the calls of another one.
    package init(_ base: any TriggerCaller, _ metrics: any MetricsFactory) {
        self.base = base
        calls = WorkMetrics(.triggerCalls, timedBy: .triggerDuration, factory: metrics)
    }

    package func codeKey(_ id: String) -> RawAESKey? { base.codeKey(id) }

    package func knows(_ function: String) -> Bool { base.knows(function) }

    package func call(_ call: TriggerCall) async throws(TriggerFailure) -> WireValue {
        try await measuring { () async throws(TriggerFailure) in try await base.call(call) }
    }

    package func call(_ call: TriggerCall, within limit: Duration) async throws(TriggerFailure) -> WireValue {
        try await measuring { () async throws(TriggerFailure) in try await base.call(call, within: limit) }
    }

    private func measuring(
        _ body: () async throws(TriggerFailure) -> WireValue
    ) async throws(TriggerFailure) -> WireValue {
        try await calls.measured(body) { outcome in
            switch outcome {
            case .success: "answered"
            case .failure(let failure): failure.label
            }
        }
    }
}

extension TriggerFailure {
    /// The failure's label for metrics.
    fileprivate var label: String {
        switch self {
        case .functionError: "function_error"
        case .notJSON, .notStreamSafe: "not_json"
        case .timedOut: "timed_out"
        case .notCallable: "not_callable"
        case .refused: "refused"
        }
    }
}
