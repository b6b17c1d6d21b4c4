// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import Testing

@testable import GatehouseSignIn

/// What a sign-in in progress is bound to: versions that stay when values are sealed again under another key.
@Suite struct SealedVersionTests {
    private static let pool = UserPoolRecord(
        id: "p", description: UserPoolType(), createdAt: .distantPast, modifiedAt: .distantPast)

    private static func user(token: UserMFA.SoftwareToken?) -> UserRecord {
        UserRecord(
            sub: "s", poolID: "p", username: "alice", status: .confirmed, attributes: [:], password: nil,
            mfa: UserMFA(softwareToken: token), createdAt: .distantPast, modifiedAt: .distantPast)
    }

    private static func token(_ sealed: [UInt8], _ version: [UInt8]? = nil) -> UserMFA.SoftwareToken {
        UserMFA.SoftwareToken(
            sealedSecret: sealed, friendlyName: nil, verifiedAt: .distantPast, storedVersion: version)
    }

    @Test func `a password that was sealed again is the same password, and another one is not`() {
        let now = Date(timeIntervalSince1970: 1_000)
        let old = UserRecord.SealedPassword(sealed: [1, 2, 3], setAt: now)
        let again = UserRecord.SealedPassword(sealed: [9], setAt: now, storedVersion: old.version)
        let other = UserRecord.SealedPassword(new: [4], setAt: now)
        #expect(old == again && old != other)
        #expect(UserRecord.SealedPassword?(old).digest == UserRecord.SealedPassword?(again).digest)
        #expect(UserRecord.SealedPassword?(old).digest != UserRecord.SealedPassword?(other).digest)
    }

    @Test func `the digest of a password from an earlier release is the one in that release's sessions`() {
        let old = UserRecord.SealedPassword?(UserRecord.SealedPassword(sealed: [1, 2, 3], setAt: .distantPast))
        #expect(old.digest == sha256([1, 2, 3]))
        #expect(UserRecord.SealedPassword?.none.digest == sha256([]))
    }

    @Test func `a digest of factors stays when the secret of the app is sealed again, and changes with the secret`() {
        let old = Self.user(token: Self.token([1, 2, 3]))
        let digest = old.factorDigest(in: Self.pool)
        let again = Self.user(token: Self.token([9], SealedVersion.first(of: [1, 2, 3])))
        #expect(again.hasFactors(digest, in: Self.pool))
        #expect(!Self.user(token: Self.token([9])).hasFactors(digest, in: Self.pool))
        #expect(!Self.user(token: nil).hasFactors(digest, in: Self.pool))
    }

    @Test func `a session of a release without versions keeps its factors until the secret is sealed again`() {
        // The preferred factor, which is none, and the sealed secret, each after its length.
        let digest = sha256([0, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3])
        #expect(Self.user(token: Self.token([1, 2, 3])).hasFactors(digest, in: Self.pool))
        let again = Self.user(token: Self.token([1, 2, 3], SealedVersion.first(of: [1, 2, 3])))
        #expect(!again.hasFactors(digest, in: Self.pool))
        #expect(!Self.user(token: Self.token([1, 2])).hasFactors(digest, in: Self.pool))
    }
}
