// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import ArgumentParser
import GatehouseDialogue
import GatehouseOutput
import Testing

@testable import AmplifyCommand

/// The command line of `amplify`.
@Suite struct CommandLineTests {
    @Test(arguments: [
        ["sign-in", "--password", "secret"], ["sign-in", "ada", "secret"], ["sign-up", "ada", "secret"],
        ["sign-in", "ada", "--with", "nothing"], ["sign-up", "ada", "--attribute", "email"],
        ["sign-up", "ada", "--attribute", "=value"], ["credentials", "ada"],
    ])
    func `passwords and unknown words are no arguments`(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try AmplifyProgram.parseAsRoot(arguments) }
    }

    @Test(arguments: AbsentWord.allCases)
    func `a command that only AWS's program has is refused with what to use instead`(_ word: AbsentWord) {
        #expect(throws: (any Error).self) { try AmplifyProgram.parseAsRoot([word.rawValue]) }
        #expect(word.refusal.text == "'amplify \(word.rawValue)' does not exist in this program yet.")
        #expect(word.refusal.cure.contains("gatehouse "))
    }

    @Test func `the program says its version`() {
        let exit = #expect(throws: (any Error).self) { try AmplifyProgram.parseAsRoot(["--version"]) }
        #expect(exit.map { AmplifyProgram.message(for: $0) } == Release.version)
        #expect(exit.map { AmplifyProgram.exitCode(for: $0) } == .success)
    }

    @Test func `an attribute may have an equals sign in its value`() throws {
        let given = ["--attribute", "email=a@b.example", "--attribute", "custom:x=a=b"]
        let command = try SignUpCommand.parse(["ada"] + given)
        #expect(command.attributes.map(\.name) == ["email", "custom:x"])
        #expect(command.attributes.map(\.value) == ["a@b.example", "a=b"])
    }

    @Test func `the configuration is that of the current folder unless one is named`() throws {
        #expect(try SessionCommand.parse([]).app.config == "amplify_outputs.json")
        #expect(try SessionCommand.parse(["--config", "other.json"]).app.config == "other.json")
    }
}
