// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseServerCrypto
import Testing

@Suite struct TOTPTests {
    private static func totp() -> TOTP {
        TOTP(secret: Secret(utf8: "12345678901234567890"))
    }

    private static func moment(_ seconds: Double) -> Date {
        Date(timeIntervalSince1970: seconds)
    }

    /// Appendix B of RFC 6238 has eight digits; ours are its last six.
    @Test(
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Double, String)])
    func `the codes are those of RFC 6238`(_ seconds: Double, _ code: String) {
        #expect(Self.totp().code(at: Self.moment(seconds)) == code.suffix(6))
    }

    @Test(
        arguments: [
            (0, "755224"), (1, "287082"), (2, "359152"), (3, "969429"), (4, "338314"), (5, "254676"), (6, "287922"),
            (7, "162583"), (8, "399871"), (9, "520489"),
        ] as [(Double, String)])
    func `the first ten codes are those of RFC 4226`(_ step: Double, _ code: String) {
        #expect(Self.totp().code(at: Self.moment(step * 30)) == code)
    }

    @Test(arguments: [(-2, nil), (-1, 999), (0, 1_000), (1, 1_001), (2, nil)] as [(Double, Int64?)])
    func `a code is good one step early and one step late`(_ steps: Double, _ step: Int64?) {
        let now = Self.moment(30_000)
        let code = Self.totp().code(at: now.addingTimeInterval(steps * 30))
        #expect(Self.totp().matchingStep(code, at: now) == step)
        #expect(Self.totp().matchingStep(code, at: now.addingTimeInterval(29.9)) == step)
    }

    @Test func `no tolerance takes the present code only`() {
        let now = Self.moment(30_000)
        let before = Self.totp().code(at: now.addingTimeInterval(-1))
        #expect(Self.totp().matchingStep(before, at: now, tolerance: 0) == nil)
        #expect(Self.totp().matchingStep(Self.totp().code(at: now), at: now, tolerance: 0) == 1_000)
        #expect(Self.totp().matchingStep(before, at: now, tolerance: -5) == nil)
    }

    @Test(arguments: ["", "75522", "7552244", "755 24", "７５５２２４", "-55224", "abcdef"])
    func `a malformed code matches no time step`(_ code: String) {
        #expect(Self.totp().matchingStep(code, at: Self.moment(0)) == nil)
    }

    @Test func `another secret's code matches no step`() {
        let now = Self.moment(30_000)
        let other = TOTP(secret: Secret(utf8: "12345678901234567891"))
        #expect(Self.totp().matchingStep(other.code(at: now), at: now) == nil)
    }

    @Test(arguments: [-1, -1e18, 1e300, -.infinity, .infinity, .nan])
    func `a moment that no calendar has does not trap`(_ seconds: Double) {
        #expect(TOTP.step(at: Self.moment(seconds)) == 0)
        #expect(Self.totp().matchingStep("755224", at: Self.moment(seconds)) == 0)
    }
}
