// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation
package import GatehouseCrypto

/// One-time codes that follow the time (RFC 6238): HMAC-SHA-1, six digits, steps of thirty seconds.
///
/// SHA-1 serves here as the pseudo-random function that authenticator apps have, not as a hash without collisions.
package struct TOTP: ~Copyable, Sendable {
    /// Seconds for which one code stands.
    package static let stepSeconds = 30
    /// Digits of a code, leading zeros included.
    package static let digits = 6

    private let secret: Secret

    /// Takes the secret that the authenticator app shares.
    package init(secret: consuming Secret) {
        self.secret = secret
    }

    /// The number of the step that a moment lies in, counted from 1970.
    ///
    /// Dates without a step, before 1970 or too late for the counter, count as the first step.
    package static func step(at date: Date) -> Int64 {
        let steps = (date.timeIntervalSince1970 / Double(stepSeconds)).rounded(.down)
        return max(0, Int64(exactly: steps) ?? 0)
    }

    /// The code at a moment.
    package borrowing func code(at date: Date) -> String {
        code(ofStep: Self.step(at: date))
    }

    /// The step near `now` whose code this is; `nil` when there is none.
    ///
    /// Steps up to `tolerance` before and after the present one are tried, each in constant time and all of them, so
    /// that the time taken does not tell which one it was. Of two with the same code the later is returned.
    package borrowing func matchingStep(_ code: String, at now: Date, tolerance: Int = 1) -> Int64? {
        let present = Self.step(at: now)
        let tolerance = Int64(max(0, tolerance))
        var found: Int64?
        for step in max(0, present - tolerance)...present + tolerance {
            if constantTimeEqual(Array(code.utf8), Array(self.code(ofStep: step).utf8)) { found = step }
        }
        return found
    }

    /// HOTP (RFC 4226, section 5.3) with the step as counter.
    private borrowing func code(ofStep step: Int64) -> String {
        let counter = (0..<8).map { UInt8(truncatingIfNeeded: step >> (56 - 8 * Int64($0))) }
        let mac = secret.withBytes { hmacSHA1(key: $0, counter) }
        let offset = Int(mac[mac.count - 1] & 15)
        let word = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let digits = String(word % 1_000_000)
        return String(repeating: "0", count: Self.digits - digits.utf8.count) + digits
    }
}
