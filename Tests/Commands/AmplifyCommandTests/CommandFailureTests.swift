// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import GatehouseDeployment
import GatehouseDialogue
import GatehouseProject
import Testing

@testable import AmplifyCommand

/// The exit status of commands, and signals during a push.
@Suite struct CommandFailureTests {
    private static let kinds: [(DeploymentFault.Kind, Int32)] = [
        (.refused, 1), (.unreachable, 69), (.locked, 75), (.unusable, 66), (.declined, 1), (.interrupted, 130),
    ]

    @Test(arguments: kinds)
    func `each kind of a deployment's fault has the exit status of the scheme`(
        kind: DeploymentFault.Kind, status: Int32
    ) {
        let failure = CommandFailure(DeploymentFault(kind, "It failed.", cure: "Try again."))
        #expect(failure.status == status && failure.lines == ["It failed."] && failure.cure == "Try again.")
    }

    @Test func `files, command lines and questions have theirs`() throws {
        #expect(CommandFailure(ProjectFault("amplify/cli.json", "It is a link.", cure: "Replace it.")).status == 66)
        #expect(CommandFailure(WrongUsage("It is wrong.", cure: "")).status == 64)
        #expect(CommandFailure(AnswerRefusal("envName", "Use letters.")).status == 64)
        #expect(CommandFailure(Refusal(unanswered: "Continue?")).status == 1)
        #expect(CommandFailure(Ending.inputEnded).status == 1)
        #expect(CommandFailure(NoProject()).status == 66)
    }

    @Test func `the message has the cure on a line of its own, and the type of the error with --debug alone`() {
        let (plain, full) = (Script(), Script())
        let failure = CommandFailure(NoProject())
        failure.write(to: plain, withOrigin: false)
        failure.write(to: full, withOrigin: true)
        #expect(
            plain.text.hasPrefix("Error: There is no project") && plain.text.contains("\n       Run 'amplify init'"))
        #expect(!plain.text.contains("NoProject") && full.text.contains("(NoProject)"))
    }

    @Test func `the first signal asks the work to end and gives the exit status`() async throws {
        let ended = Script()
        let interruption = Interruption { status in ended.write("\(status)") }
        #expect(interruption.status == nil)
        let queue = DispatchQueue(label: "test")
        interruption.receive(SIGTERM, on: queue)
        interruption.receive(SIGINT, on: queue)
        #expect(interruption.status == 143)
        // The time after which the program ends has not passed.
        #expect(ended.text.isEmpty)
    }

    @Test func `a signal that was ignored before, as under nohup, stays ignored`() throws {
        // No other test and no part of the program uses these two signals.
        _ = signal(SIGUSR1, SIG_IGN)
        let ignored = Interruption.take(SIGUSR1)
        #expect(ignored?.number == nil)
        #expect(IgnoredSignal.isIgnoring(signal(SIGUSR1, SIG_DFL)))
        let taken = try #require(Interruption.take(SIGUSR2))
        #expect(taken.number == SIGUSR2 && !IgnoredSignal.isIgnoring(taken.former))
        #expect(IgnoredSignal.isIgnoring(signal(SIGUSR2, taken.former)))
    }

    @Test func `work without a signal gives its result, and its error`() async throws {
        let interruption = Interruption { _ in }
        let result = await interruption.watching(askingToEnd: {}) { 7 }
        #expect(result == 7)
        await #expect(throws: Ending.leaving) {
            try await interruption.watching(askingToEnd: {}) { throw Ending.leaving }
        }
        #expect(interruption.status == nil)
    }
}
