// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseOutbound
import GatehouseTestSupport
import Testing

@Suite(.ownThread, .hangLimit) struct ChildProcessTests {
    private let output = Pipe()

    private func start(_ script: String, _ arguments: String...) throws -> ChildProcess {
        let process = try ChildProcess(
            ["/bin/sh", "-c", script] + arguments, output: output.fileHandleForWriting.fileDescriptor)
        try output.fileHandleForWriting.close()
        return process
    }

    private func text() throws -> String {
        String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
    func `a program has no other descriptor of this process`() throws {
        // The copy of a descriptor stays open in programs that are started without further measures.
        let other = dup(output.fileHandleForReading.fileDescriptor)
        defer { close(other) }
        let script = "test -e /proc/$$/fd/1 && echo output; test -e /proc/$$/fd/$0 && echo other"
        let process = try start(script, "\(other)")
        #expect(try text() == "output\n")
        process.wait()
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
    func `a program blocks and ignores no signal, although the threads that start it do`() throws {
        let process = try start("grep -E '^Sig(Blk|Ign)' /proc/self/status")
        let masks = try text().split(separator: "\n").map { try #require(UInt64($0.suffix(16), radix: 16)) }
        process.wait()
        #expect(masks.count == 2)
        // The signals above 31 belong to the C library and to real-time programs.
        #expect(masks.allSatisfy { $0 & 0x7fff_ffff == 0 }, "\(masks)")
    }

    @Test func `a program that leaves others behind has ended, and they are killed with its group`() throws {
        let process = try start("sleep 3600 & exit 3")
        while !process.hasEnded {}
        #expect(process.kill() == .status(3))
        // The output ends with the last program that has it open.
        #expect(try text().isEmpty)
    }

    @Test func `a program that is killed says so`() throws {
        let process = try start("sleep 3600")
        #expect(!process.hasEnded)
        #expect(process.kill() == .signal(SIGKILL))
        #expect(process.hasEnded)
        #expect(process.wait() == .signal(SIGKILL))
    }

    @Test func `a relative path of a program does not depend on the folder that the program gets`() throws {
        let depth = FileManager.default.currentDirectoryPath.split(separator: "/").count
        let path = String(repeating: "../", count: depth) + "bin/sh"
        #expect(try ChildProcess([path, "-c", "test $PWD = /"], folder: "/").wait() == .status(0))
    }

    @Test func `a program that is not there is refused with the reason`() throws {
        let error = #expect(throws: POSIXError.self) { try ChildProcess(["/nonexistent/program"]) }
        #expect(error?.code == .ENOENT)
    }

    @Test func `a folder that is not there is refused with the reason`() throws {
        let error = #expect(throws: POSIXError.self) {
            try ChildProcess(["/bin/sh", "-c", "exit 0"], folder: "/nonexistent")
        }
        #expect(error?.code == .ENOENT)
    }
}
