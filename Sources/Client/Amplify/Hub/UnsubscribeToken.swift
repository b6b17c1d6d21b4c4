// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

public import Foundation

/// Identifies a subscription, to end it.
///
/// Two tokens with the same id are the same.
public struct UnsubscribeToken: Hashable, Sendable {
    let channel: HubChannel
    let id: UUID

    /// Makes a token.
    public init(channel: HubChannel, id: UUID) {
        self.channel = channel
        self.id = id
    }

    /// Whether both have the same id.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.id == rhs.id
    }

    /// Adds the id.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
