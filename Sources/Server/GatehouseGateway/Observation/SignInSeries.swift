// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseSites
import Metrics
import Synchronization

/// The metric series of sign-in steps, created once for each step and result.
final class SignInSeries: Sendable {
    private let metrics: any MetricsFactory
    private let known = Mutex<[SignInResult: Counter]>([:])

    init(_ metrics: any MetricsFactory) {
        self.metrics = metrics
    }

    func record(_ result: SignInResult) {
        counter(of: result).increment()
    }

    private func counter(of result: SignInResult) -> Counter {
        known.withLock { known in
            if let counter = known[result] { return counter }
            let counter = Counter(
                label: MetricName.signIns.rawValue, dimensions: [("step", result.step), ("result", result.result)],
                factory: metrics)
            known[result] = counter
            return counter
        }
    }
}
