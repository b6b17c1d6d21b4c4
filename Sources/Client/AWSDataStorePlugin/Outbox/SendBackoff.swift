// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto

/// The pauses between attempts while the service cannot be reached.
struct SendBackoff: Sendable {
    /// The longest pause.
    static let longest = Duration.seconds(300)

    /// The time, by the clock's uptime, before which nothing is sent; nil for none.
    private(set) var end: Duration?
    private var failures = 0

    /// Makes a value without a pause.
    init() {}

    /// Begins the pause after a failure: 2^n × 100 ms and up to 100 ms more, at least as long as the service wants.
    ///
    /// - Parameters:
    ///   - told: the time that the service wants; nil for none.
    ///   - uptime: the present reading of the clock.
    ///   - entropy: the source of the random part.
    mutating func fail(told: Duration?, at uptime: Duration, _ entropy: Entropy) {
        failures = min(failures + 1, 12)
        let draw = entropy.bytes(2).reduce(0) { $0 << 8 | Int($1) }
        let jitter = Duration.milliseconds(100) * draw / 65_535
        let own = Duration.milliseconds(100) * (1 << failures) + jitter
        end = uptime + min(max(own, told ?? .zero), Self.longest)
    }

    /// Ends the pause; the next one is as long as the present one would have been.
    mutating func wake() { end = nil }

    /// Ends the pause after a success, and makes the next one short.
    mutating func reset() { self = SendBackoff() }

    /// The rest of the pause; nil if it is over.
    func rest(at uptime: Duration) -> Duration? {
        guard let end, end > uptime else { return nil }
        return end - uptime
    }
}
