// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCrypto
import GatehouseTestSupport
import Testing

/// Two processes that share a session by an access group, a folder on Linux.
@Suite(.ownThread, .hangLimit) struct SharingProcessTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    @Test func `a sign-in in one process is seen by another at its next session and at its next start`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let one = try SharingProcess(directory)
        let two = try SharingProcess(directory)
        defer { for process in [one, two] { process.kill() } }
        #expect(try two.ask("show") == ["signedOut"])
        #expect(try one.ask("signIn:ada") == ["ok"])
        #expect(try two.ask("show") == ["ada"])
        #expect(try two.ask("restart", "show") == ["ok", "ada"])
        let late = try SharingProcess(directory)
        #expect(try late.ask("show") == ["ada"])
        late.kill()
        #expect(try two.ask("signOut") == ["ok"])
        #expect(try one.ask("show") == ["signedOut"])
        #expect(try one.ask("federate:token") == ["ok"])
        #expect(try two.ask("show") == ["token"])
        #expect(try two.ask("signIn:grace", "clear", "signIn:grace") == ["refused", "ok", "ok"])
        #expect(try one.ask("show", "federate:token") == ["grace", "refused"])
        let modes = try [directory.path, directory.path + "/authConfiguration"].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? NSNumber
        }
        #expect(modes == [0o700, 0o600])
    }

    /// In each round both processes obey two commands at the same time.
    ///
    /// Their answers and the session afterwards must fit some order of the four commands, and tokens must be
    /// revoked exactly if their sign-in is over.
    @Test func `a thousand interleavings of two processes lose no session and no sign-out`() throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let processes = [try SharingProcess(directory), try SharingProcess(directory)]
        defer { for process in processes { process.kill() } }
        var holder = SharedHolder.signedOut
        var (issued, revoked): (Set<String>, Set<String>) = ([], [])
        let dice = Entropy.seeded(13)
        for round in 0..<1_000 {
            let commands = [0, 1].map { process in
                [0, 1].map { Self.command(dice, name: "r\(round)p\(process)c\($0)") }
            }
            for (process, list) in zip(processes, commands) { try process.tell(list) }
            let answers = try processes.map { try #require($0.answer()) }
            for process in processes { try process.tell(["show"]) }
            let shown = try processes.map { try #require($0.answer()) }
            for answer in answers + shown {
                issued.formUnion(answer.issued)
                revoked.formUnion(answer.revoked)
            }
            let steps = zip(commands, answers).map { commands, answer in
                zip(commands, answer.words).map { (command: $0, answer: $1) }
            }
            let possible = holder.outcomes(steps[0][...], steps[1][...])
            let next = possible.first { $0.word == shown[0].words[0] }
            let report = "round \(round), \(holder): \(steps), then \(shown.map(\.words)), revoked \(revoked)"
            try #require(shown[0].words == shown[1].words, "\(report)")
            holder = try #require(next, "\(report)")
            let present: Set<String> = if case .user(let name) = holder { [name] } else { [] }
            try #require(issued.subtracting(revoked) == present && revoked.isDisjoint(with: present), "\(report)")
        }
        #expect(issued.count > 100)
    }

    private static func command(_ dice: Entropy, name: String) -> String {
        let kinds = [
            "signIn:\(name)", "signIn:\(name)", "signOut", "signOut", "renew", "restart", "federate:\(name)", "clear",
        ]
        return kinds[Int(dice.bytes(1)[0]) % kinds.count]
    }
}
