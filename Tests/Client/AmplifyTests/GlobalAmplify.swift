// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import Testing

@testable import Amplify

/// The tests of state that the whole process shares.
///
/// They run one after the other, each on a library as it is at launch.
@Suite(.ownsAmplify)
enum GlobalAmplify {
    static func fresh(_ body: () async throws -> Void) async throws {
        await Amplify.reset()
        do {
            try await body()
        } catch {
            await Amplify.reset()
            throw error
        }
        await Amplify.reset()
    }
}
