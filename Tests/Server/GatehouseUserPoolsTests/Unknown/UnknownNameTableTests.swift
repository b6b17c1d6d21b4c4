// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

/// The table of SECURITY.md: the answers of each call about a name in each state.
@Suite(.hangLimit) struct UnknownNameTableTests {
    /// The answers by call and state.
    private static func answers() async throws -> [OpenCall: [AccountState: OpenAnswer]] {
        var answers: [OpenCall: [AccountState: OpenAnswer]] = [:]
        let (fixture, names) = try await AccountState.makeAll()
        for call in OpenCall.allCases {
            for (state, name) in names {
                answers[call, default: [:]][state] = try await call.answer(about: name, of: fixture)
            }
        }
        return answers
    }

    @Test func `the table in SECURITY is what the server answers`() async throws {
        let answers = try await Self.answers()
        var lines = ["| Call | \(AccountState.allCases.map(\.rawValue).joined(separator: " | ")) |"]
        lines.append("|---" + String(repeating: "|---", count: AccountState.allCases.count) + "|")
        for call in OpenCall.allCases {
            let seen = try AccountState.allCases.map { state in try #require(answers[call]?[state]) }
            let others = seen.dropFirst().map { $0 == seen[0] ? "same" : $0.cell }
            lines.append("| \(call.rawValue) | \(([seen[0].cell] + others).joined(separator: " | ")) |")
        }
        let document = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../SECURITY.md").standardizedFileURL
        let text = try String(contentsOf: document, encoding: .utf8)
        for line in lines { #expect(text.contains(line), "SECURITY.md lacks the line:\n\(line)") }
        for (name, fault) in OpenAnswer.names {
            let line = "| \(name) | `\(fault.code.rawValue)` `\(fault.message)` |"
            #expect(text.contains(line), "SECURITY.md lacks the line:\n\(line)")
        }
    }

    @Test func `an unknown name answers as a confirmed user, and as an unconfirmed one at sign-up`() async throws {
        let answers = try await Self.answers()
        for (call, states) in answers where call != .signUp {
            let isSignUp = call == .confirmSignUp || call == .resend
            #expect(states[.unknown] == states[isSignUp ? .codePending : .confirmed], "\(call)")
        }
    }
}
