// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseTestSupport
import GatehouseWire
import Testing

@testable import GatehouseOutbound

/// Programs that run for an event.
@Suite(.hangLimit) struct ProgramTriggerTests {
    /// Threads on which a program may wait for any time, also on a busy machine.
    private static let threads = ProgramThreads(
        .bounded(threads: 32, places: 256, longestWait: .max, overload: .programs))
    private let folder: TemporaryFolder
    private let log = LogLines()

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The result of a shell script that is called with an event.
    private func run(
        _ script: String, event: WireValue = ["a": 1], within limit: Duration = .seconds(200)
    ) async throws(TriggerFailure) -> String {
        let trigger = ProgramTrigger(
            command: ["/bin/sh", "-c", script], folder: folder.path, logger: log.logger, threads: Self.threads)
        return String(decoding: try await trigger.carry(.make(event: event), within: limit), as: UTF8.self)
    }

    private func failure(_ script: String, within limit: Duration = .seconds(200)) async -> TriggerFailure? {
        do {
            _ = try await run(script, within: limit)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the event goes in and what the program returns comes out`() async throws {
        #expect(try await run("cat") == #"{"a":1}"#)
        #expect(try await run("echo '{}'") == "{}\n")
    }

    @Test func `an event larger than a pipe goes through whole`() async throws {
        let event: WireValue = ["a": .string(String(repeating: "x", count: 700_000))]
        #expect(try await run("cat", event: event).utf8.count == 700_008)
    }

    @Test func `the output of a program that does not read its input is used`() async throws {
        let event: WireValue = ["a": .string(String(repeating: "x", count: 700_000))]
        #expect(try await run("exec <&-; echo '{}'", event: event) == "{}\n")
    }

    @Test(arguments: [
        ("echo details >&2; echo 'not on the list' >&2; exit 3", "not on the list"),
        ("echo 'no' >&2; echo >&2; exit 1", "no"), ("exit 4", "The program ended with status 4"),
        ("kill -9 $$", "The program ended with signal 9"),
    ])
    func `another status than zero is an error, whose message is the last line`(
        _ script: String, _ message: String
    ) async {
        #expect(await failure(script) == .functionError(message))
    }

    @Test func `a long message is cut`() async throws {
        guard case .functionError(let message) = await failure("head -c 5000 /dev/zero | tr '\\0' x >&2; exit 1") else {
            Issue.record("no error")
            return
        }
        #expect(message.count == 1_024)
    }

    @Test func `a program that takes too long is killed, with what it started`() async throws {
        // A pipe's end is read only after every writer has closed it.
        let pipe = folder.path("pipe")
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        let descriptor = unsafe open(pipe, O_RDONLY | O_NONBLOCK)
        try #require(descriptor >= 0)
        let reader = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        let script = "{ echo alive; exec sleep 6000; } > \(pipe) & wait"
        #expect(await failure(script, within: .seconds(15)) == .timedOut)
        try #require(fcntl(descriptor, F_SETFL, 0) == 0)
        #expect(try reader.readToEnd() == Data("alive\n".utf8))
    }

    @Test func `a child that keeps the output open does not block the call`() async throws {
        #expect(try await run("sleep 600 & echo '{}'") == "{}\n")
    }

    @Test func `a program that closes its output and goes on is killed in time`() async {
        #expect(await failure("exec >&- 2>&-; sleep 600", within: .milliseconds(300)) == .timedOut)
    }

    @Test func `output without end is stopped`() async {
        #expect(await failure("yes") == .tooLarge)
    }

    @Test func `a program that is not there cannot be called`() async {
        let trigger = ProgramTrigger(
            command: [folder.path("missing")], folder: folder.path, logger: log.logger)
        await #expect { try await trigger.carry(.make(), within: .seconds(5)) } throws: { error in
            guard case TriggerFailure.notCallable(.notFound, _) = error else { return false }
            return true
        }
    }

    @Test func `a program that may not be executed is there and cannot be started`() async throws {
        let path = folder.path("program")
        try Data("#!/bin/sh\n".utf8).write(to: URL(fileURLWithPath: path))
        let trigger = ProgramTrigger(command: [path], folder: folder.path, logger: log.logger)
        await #expect { try await trigger.carry(.make(), within: .seconds(5)) } throws: { error in
            guard case TriggerFailure.notCallable(.notStarted, _) = error else { return false }
            return true
        }
    }

    @Test func `the server's own settings are not passed on`() async throws {
        let environment = try await run("env")
        let names = Set(
            environment.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
        let shells = ["PWD", "OLDPWD", "SHLVL", "_"]
        #expect(names.isSubset(of: ProgramRun.environmentPassedOn + shells))
        #expect(names.contains("PATH"))
    }

    // The last case takes the fifteen seconds of its limit: on a busy machine, the shell needs time to write its lines.
    @Test(arguments: [("exit 0", Duration.seconds(200)), ("exit 1", .seconds(200)), ("sleep 600", .seconds(15))])
    func `the standard error is logged whole, however the program ends`(end: String, limit: Duration) async throws {
        _ = await failure("cat > /dev/null; echo one >&2; echo >&2; echo two >&2; echo '{}'; \(end)", within: limit)
        let lines = log.all.filter { $0.hasPrefix("notice A trigger program wrote to its standard error") }
        #expect(lines.count == 2)
        #expect(lines.first?.contains("line=one") == true && lines.last?.contains("line=two") == true)
        #expect(lines.allSatisfy { $0.contains("function=\(TriggerCall.arn)") })
    }

    @Test func `a long standard error is logged to its end`() async throws {
        _ = await failure("seq 1 20000 >&2; exit 1")
        #expect(log.all.count == 20_000)
        #expect(log.all.last?.contains("line=20000") == true)
    }

    @Test func `a standard error without end is cut, and the log says so`() async throws {
        _ = await failure("head -c 3000000 /dev/zero | tr '\\0' x >&2; exit 1")
        #expect(log.all.last?.hasPrefix("warning A trigger program wrote more") == true)
    }

    @Test func `a program runs in the folder of its configuration`() async throws {
        try Data("here".utf8).write(to: folder.url.appendingPathComponent("file"))
        #expect(try await run("cat file") == "here")
    }

    @Test func `many run at once`() async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<40 { group.addTask { try await run("cat") } }
            for try await output in group { #expect(output == #"{"a":1}"#) }
        }
    }
}
