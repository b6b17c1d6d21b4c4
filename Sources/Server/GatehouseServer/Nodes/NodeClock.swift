// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseGateway
import GatehouseStorage

/// The clock of a node against that of the database.
///
/// The times that decide what has expired come from the node's clock. Single-use ids are removed a minute after they have
/// expired: a node that is further behind could accept an answer that another node has accepted and removed.
struct NodeClock: Sendable, Equatable {
    /// The largest difference of a node that is ready, in seconds.
    static let tolerance: TimeInterval = 5

    /// The time of the database.
    let time: Date
    /// The time in seconds by which the node's clock is at least ahead of the database's; negative if it is behind.
    let offset: TimeInterval

    /// Creates the comparison of the database's time with the node's before and after the question.
    ///
    /// The question takes time: if the answer lies between the two, the clocks may agree.
    init(_ time: Date, askedAt start: Date, answeredAt end: Date) {
        self.time = time
        offset =
            if time < start { start.timeIntervalSince(time) } else { min(0, end.timeIntervalSince(time)) }
    }

    /// Asks the database for its time, as a part of a transaction.
    /// - Throws: `StorageError`.
    init(_ reader: any SQLReader, _ source: DatabaseTime, _ clock: WallClock) throws {
        let start = clock.now
        let time = try source.now(reader)
        self.init(time, askedAt: start, answeredAt: clock.now)
    }

    /// Whether the node may serve with its clock.
    var isRight: Bool { abs(offset) <= Self.tolerance }

    /// The reason why a node with this clock is not ready; `nil` if it may serve.
    ///
    /// The clocks of the other nodes show whether the node's or the database's clock is off.
    func problem(beside others: [NodeRecord]) -> NotReady? {
        guard !isRight else { return nil }
        let seconds = Int(abs(offset).rounded())
        let (ahead, behind) = offset > 0 ? ("ahead of", "behind") : ("behind", "ahead of")
        let likeDatabase = others.filter { other in abs(other.clockOffset) <= Self.tolerance }.count
        let likeThis = others.filter { other in abs(other.clockOffset - offset) <= Self.tolerance }.count
        if likeThis > likeDatabase {
            return NotReady(
                "The clock of the database is \(seconds) seconds \(behind) those of its nodes: let its machine use NTP."
            )
        }
        if likeDatabase > likeThis {
            return NotReady(
                "The clock of this node is \(seconds) seconds \(ahead) those of the database and of the other nodes: let "
                    + "its machine use NTP.")
        }
        return NotReady(
            "The clock of this node is \(seconds) seconds \(ahead) that of the database: let both machines use NTP.")
    }
}
