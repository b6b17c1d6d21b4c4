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

    @Test(arguments: ForeignWord.allCases)
    func `a category or command that only AWS's program has is refused with what to use instead`(_ word: ForeignWord) {
        #expect(throws: (any Error).self) { try AmplifyProgram.parseAsRoot([word.rawValue]) }
        #expect(ForeignWord(in: [word.rawValue]) == word)
        #expect(ForeignWord(in: ["add", word.rawValue]) == word)
        #expect(ForeignWord(in: ["env", "checkout", word.rawValue]) == nil)
        #expect(word.refusal.text == "'\(word.rawValue)' of AWS's tool is not a part of Gatehouse.")
        #expect(!word.refusal.cure.isEmpty)
    }

    @Test(arguments: CodegenWord.allCases)
    func `a generator that only AWS's program has is refused with the one of Gatehouse`(_ word: CodegenWord) {
        #expect(CodegenWord(in: ["codegen", word.rawValue]) == word)
        #expect(CodegenWord(in: ["add", word.rawValue]) == nil)
        #expect(word.refusal.cure.contains("amplify codegen models"))
    }

    @Test(arguments: [
        ("auth add", "add auth"), ("add auth", "add auth"), ("auth enable", "add auth"), ("auth update", "update auth"),
        ("api add", "add api"), ("api update", "update api"), ("auth push", "push auth"),
        ("auth remove", "remove auth"), ("auth ls", "status auth"),
        ("auth console", "console auth"), ("auth import", "import auth"), ("ls", "status"), ("h", "help"),
        ("status -v auth", "status -v auth"), ("-y push", "push -y"),
        ("--env test auth add -y", "add auth -y --env test"),
        ("--answers=a.txt init", "init --answers=a.txt"), ("add env test", "env add test"),
        ("sign-in add auth", "sign-in add auth"), ("add codegen", "codegen add"), ("auth", "auth"), ("", ""),
        ("--help", "--help"), ("--env", "--env"), ("env add auth", "env add auth"),
    ])
    func `verbs and categories may be in both orders, and global options before them`(typed: String, parsed: String) {
        #expect(CommandWords.ordered(typed.split(separator: " ").map { String($0) }).joined(separator: " ") == parsed)
    }

    @Test(arguments: [
        "init", "add auth", "add api", "update auth", "update api", "remove auth shop --delete-users", "import auth",
        "push --dry-run --allow-destroy --force --json", "push auth", "status -v auth", "status --json",
        "pull --restore",
        "env add test", "env list --details", "env get --name test", "env checkout test --restore", "env pull",
        "env remove test", "env history", "env restore 3", "console api", "delete --force", "codegen models",
    ])
    func `each command of a project is known, with the options of all`(line: String) throws {
        let words = line.split(separator: " ").map { String($0) }
        _ = try AmplifyProgram.parseAsRoot(words)
        guard words[0] != "codegen" else { return }
        let global = ["--yes", "--no-color", "--silent", "--debug", "--server", "http://localhost:1", "--env", "test"]
        _ = try AmplifyProgram.parseAsRoot(words + global)
    }

    @Test(arguments: [
        "add storage", "remove api --delete-users", "import api", "push --env Test", "status --env a",
        "add auth --headless --answers a.txt", "env restore first", "add",
    ])
    func `a command line that cannot be meant is refused`(line: String) {
        #expect(throws: (any Error).self) {
            try AmplifyProgram.parseAsRoot(line.split(separator: " ").map { String($0) })
        }
    }

    @Test(arguments: ["http://192.0.2.1:9229", "localhost:9229", "ftp://localhost", ""])
    func `an address of a server that cannot be used is a wrong command line`(address: String) {
        let error = #expect(throws: (any Error).self) {
            try AmplifyProgram.parseAsRoot(["push", "--server", address])
        }
        #expect(error.map { AmplifyProgram.exitCode(for: $0) } == .validationFailure)
        #expect(error.map { AmplifyProgram.message(for: $0) }?.contains("--server") == true)
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
