// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import Testing

@Suite struct SessionRecordTests {
    @Test(arguments: [800_000_000.1, 800_000_000.1.nextUp, 0.1, 812_345_678.987_654_321.nextDown])
    func `a session record is read as written, to the last bit of the date`(seconds: Double) throws {
        let user = SignedInUser(
            tokens: UserPoolTokens(idToken: "i", accessToken: "a", refreshToken: "r"),
            typedUsername: "ada",
            method: .api(flow: .userSRP),
            signedInAt: Date(timeIntervalSinceReferenceDate: seconds)
        )
        let record = SessionRecord.userPool(user: user)
        #expect(try SessionRecord(encoded: record.encoded()) == record)
    }
}
