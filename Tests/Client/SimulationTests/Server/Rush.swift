// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// Many sign-ins within a moment, whose own work fills the queues of a slow server: computations, and for users who
/// were imported, hashes and programs.
enum Rush {
    /// How many steps of a hundred have one.
    private static let frequency = 8

    /// The sign-ins of a step; none in most steps.
    static func moves(_ dice: Dice) -> [ServerMove] {
        dice.chance(frequency) ? all(dice) : []
    }

    /// Steps that consist of such sign-ins.
    static func rehearsal(seed: UInt64) -> [ServerStep] {
        let dice = Dice(seed: seed)
        return (0..<4).map { _ in .calls(all(dice), end: nil, seed: dice.word()) }
    }

    private static func all(_ dice: Dice) -> [ServerMove] {
        ServerLandscape.visitors.map { user in
            ServerMove(
                kind: dice.chance(50) ? .signIn : .signInWrongly, user: user, pick: dice.below(1_000),
                delay: dice.below(60))
        }
    }
}

/// Other clients whose requests arrive at the same time and fill the queues of the server.
struct Crowd: Sendable, Equatable, CustomStringConvertible {
    /// The priority of their requests.
    let priority: WorkPriority
    /// The time that the server takes for them.
    let milliseconds: Int

    var description: String { "a crowd of \(milliseconds) ms, \(priority)" }
}
