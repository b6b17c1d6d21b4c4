// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import GatehouseOutput
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct LineOutputTests {
    /// A destination whose reader stalls until it is released.
    private final class StallingReader: Sendable {
        private let begun = DispatchSemaphore(value: 0)
        private let released = DispatchSemaphore(value: 0)
        private let bytes = Mutex<[UInt8]>([])
        private let drops = Mutex(0)

        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
        var dropped: Int { drops.withLock { $0 } }

        func output(capacity: Int, reserve: Int = 0) -> LineOutput {
            LineOutput(
                capacity: capacity, reserve: reserve, notice: { Array("\($0) dropped\n".utf8) },
                didDrop: { self.drops.withLock { $0 += 1 } }, destination: take)
        }

        func waitForFirstBatch() { begun.wait() }
        func release() { released.signal() }

        private func take(_ batch: [UInt8]) {
            begun.signal()
            released.wait()
            // After its release, the reader reads all later batches at once.
            released.signal()
            bytes.withLock { $0 += batch }
        }
    }

    private let reader = StallingReader()

    private func add(_ lines: String..., to output: LineOutput) {
        for line in lines { output.add(Array("\(line)\n".utf8)) }
    }

    @Test func `a stalled reader does not delay writers, and lines beyond the buffer are dropped and counted`() {
        let output = reader.output(capacity: 4)
        add("a", to: output)
        reader.waitForFirstBatch()
        add("b", "c", "d", "e", "f", to: output)
        #expect(reader.dropped == 3)
        reader.release()
        #expect(output.flush(within: .seconds(600)))
        #expect(reader.text == "a\nb\nc\n3 dropped\n")
    }

    @Test func `each line is written without a flush, whether the thread pauses or has ended`() {
        let written = DispatchSemaphore(value: 0)
        let output = LineOutput { _ in written.signal() }
        // The thread pauses after the first line, and a flush ends it.
        for isAfterEnd in [false, false, true, true] {
            if isAfterEnd { #expect(output.flush(within: .seconds(600))) }
            add("line", to: output)
            #expect(written.wait(timeout: .now() + 600) == .success)
        }
    }

    @Test func `a line that is longer than the buffer is dropped, and those after it are written`() {
        let written = DispatchSemaphore(value: 0)
        let output = LineOutput(capacity: 8, notice: { Array("\($0) dropped\n".utf8) }) { _ in written.signal() }
        add("a line without room", to: output)
        #expect(written.wait(timeout: .now() + 600) == .success)
        add("a line", to: output)
        #expect(written.wait(timeout: .now() + 600) == .success)
    }

    @Test func `urgent lines are written also after others were dropped, up to the reserve`() {
        let output = reader.output(capacity: 4, reserve: 8)
        add("a", to: output)
        reader.waitForFirstBatch()
        add("b", "c", "d", to: output)
        for line in ["one", "two", "three"] { output.add(Array("\(line)\n".utf8), isUrgent: true) }
        #expect(reader.dropped == 2)
        reader.release()
        #expect(output.flush(within: .seconds(600)))
        #expect(reader.text == "a\nb\nc\n2 dropped\none\ntwo\n")
    }

    @Test func `urgent lines before a gap stay in their order`() {
        let output = reader.output(capacity: 2, reserve: 4)
        add("a", to: output)
        reader.waitForFirstBatch()
        add("b", to: output)
        output.add(Array("u\n".utf8), isUrgent: true)
        add("c", to: output)
        output.add(Array("v\n".utf8), isUrgent: true)
        reader.release()
        #expect(output.flush(within: .seconds(600)))
        #expect(reader.text == "a\nb\nu\n1 dropped\nv\n")
    }

    @Test func `lines after a gap follow the line about it`() {
        let output = reader.output(capacity: 2)
        add("a", to: output)
        reader.waitForFirstBatch()
        add("b", "c", to: output)
        reader.release()
        #expect(output.flush(within: .seconds(600)))
        add("d", to: output)
        #expect(output.flush(within: .seconds(600)))
        #expect(reader.text == "a\nb\n1 dropped\nd\n")
        #expect(reader.dropped == 1)
    }

    @Test func `a short line does not pass a gap that a long line left`() {
        let output = reader.output(capacity: 4)
        add("a", to: output)
        reader.waitForFirstBatch()
        add("too long", "b", to: output)
        reader.release()
        #expect(output.flush(within: .seconds(600)))
        #expect(reader.text == "a\n2 dropped\n")
    }

    @Test func `the flush of a stalled output ends after its time limit`() {
        let output = reader.output(capacity: 4)
        add("a", to: output)
        reader.waitForFirstBatch()
        #expect(!output.flush(within: .zero))
        reader.release()
        #expect(output.flush(within: .seconds(600)))
    }

    @Test func `a descriptor receives all lines in order, also if it does not block and its pipe is full`() throws {
        let pipe = Pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        #expect(fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0)
        let output = LineOutput(destination: LineOutput.writer(to: descriptor))
        let lines = (0..<20_000).map { "line \($0)\n" }
        for line in lines { output.add(Array(line.utf8)) }
        // The pipe has room for 64 KiB, so the writer has to wait for this reader.
        let expected = Data(lines.joined().utf8)
        let read = try #require(try pipe.fileHandleForReading.read(upToCount: expected.count))
        #expect(read == expected)
    }

    @Test func `an output whose reader is gone loses its lines and is still usable`() throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let output = LineOutput(destination: LineOutput.writer(to: pipe.fileHandleForWriting.fileDescriptor))
        add("a", "b", to: output)
        #expect(output.flush(within: .seconds(600)))
    }
}
