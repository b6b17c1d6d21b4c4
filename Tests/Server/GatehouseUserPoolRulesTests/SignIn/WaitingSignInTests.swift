// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseServerCrypto
import GatehouseUserPoolKernel
import GatehouseUserPoolModel
import Testing

@testable import GatehouseSignIn

/// The memory of a sign-in that waits.
///
/// Each function on its way keeps several copies of these values in its frame, and a thousand sign-ins may wait at once.
@Suite struct WaitingSignInTests {
    @Test func `a copy of a large value takes few bytes in the frame of a function that waits`() {
        #expect(MemoryLayout<SignIn>.size <= 8)
        #expect(MemoryLayout<SignInStep>.size <= 8)
        #expect(MemoryLayout<Sealer>.size <= 8)
        #expect(MemoryLayout<AppClientRecord>.size <= 128)
        #expect(MemoryLayout<SignInAnswer>.size <= 128)
        #expect(MemoryLayout<UserPoolRecord>.size <= 192)
        #expect(MemoryLayout<UserPoolsService>.size <= 384)
    }
}
