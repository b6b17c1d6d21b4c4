// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The order in which requests are served when they wait.
package enum WorkPriority: Sendable, Hashable, CaseIterable {
    /// Work that continues what a user has begun: answers to challenges and new tokens for a session.
    case continuing
    /// Work that begins something, such as a sign-in.
    case beginning

    /// The number of pieces of continuing work that go before one waiting piece of beginning work.
    static let share = 4
}
