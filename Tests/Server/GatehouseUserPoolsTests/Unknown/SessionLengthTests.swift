// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseTesting
import GatehouseUserPoolModel
import Testing

/// The length of a session string shows nothing of the account.
@Suite struct SessionLengthTests {
    private static let addresses = [
        "a@b.example", "anna@mail.example",
        String(repeating: "a", count: 60) + "@" + String(repeating: "b", count: 180) + ".example",
    ]

    @Test func `an unknown name gets sessions of the same length as any user`() async throws {
        let fixture = try await PoolFixture.withoutPasswords()
        var lengths: [String: Set<[Int?]>] = [:]
        for (number, address) in Self.addresses.enumerated() {
            try await fixture.gatehouse.makeUser(
                "nobody9\(number)", password: PoolFixture.password, inPool: fixture.poolID,
                attributes: ["email": address, "email_verified": "true"])
        }
        let unknown = try await fixture.nobodies(3, offered: [.passwordSrp, .password, .emailOtp])
        for name in unknown + Self.addresses.indices.map({ "nobody9\($0)" }) {
            for challenge in ["PASSWORD_SRP", "PASSWORD", "EMAIL_OTP"] {
                let answer = try await fixture.beginUserAuth(name, preferring: challenge)
                #expect(answer.challengeName?.rawValue == challenge)
                lengths[challenge, default: []].insert([answer.session?.utf8.count])
            }
            let srp = try await SRPConversation(fixture: fixture, username: name).begin()
            let block = srp.challengeParameters?["SECRET_BLOCK"]?.utf8.count
            lengths["SRP", default: []].insert([srp.session?.utf8.count, block])
        }
        #expect(lengths.values.map(\.count) == [1, 1, 1, 1], "\(lengths)")
    }
}
