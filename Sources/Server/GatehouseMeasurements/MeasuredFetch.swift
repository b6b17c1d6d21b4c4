// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseCore
import GatehouseGateway
package import Metrics

/// A fetch that counts requests to identity providers by result and times them.
///
/// The host is not a label, because identity pools can name any.
package struct MeasuredFetch: OutboundFetch {
    private let base: any OutboundFetch
    private let requests: WorkMetrics

    /// Creates a fetch that counts and times the requests of another one.
    package init(_ base: any OutboundFetch, _ metrics: any MetricsFactory) {
        self.base = base
        requests = WorkMetrics(.providerFetches, timedBy: .providerFetchDuration, factory: metrics)
    }

    package func fetch(_ request: OutboundRequest) async throws(OutboundFailure) -> OutboundResponse {
        try await requests.measured({ () async throws(OutboundFailure) in try await base.fetch(request) }) { outcome in
            switch outcome {
            case .success(let response): response.status == 200 ? "answered" : "other_status"
            case .failure(let failure): failure.label
            }
        }
    }
}

extension OutboundFailure {
    /// The failure's label for metrics.
    fileprivate var label: String {
        switch self {
        case .malformedURL: "malformed_url"
        case .notEncrypted: "not_encrypted"
        case .unresolved: "unresolved"
        case .refusedAddress: "refused_address"
        case .busy: "busy"
        case .unreachable: "unreachable"
        case .timedOut: "timed_out"
        case .tooLarge: "too_large"
        case .disabled: "disabled"
        }
    }
}
