// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Dispatch
import Foundation
import Synchronization

/// An output whose writers never wait: lines go to a bounded buffer, and a thread of its own writes them.
///
/// While the reader of the output does not keep up and the buffer is full, lines are dropped; a line with their number
/// follows the last line before the gap. The buffer has at most `capacity` bytes, and as many again are being written.
/// Urgent lines have a reserve of their own, so that the others never displace them.
///
/// The first line after a pause is written at once. Later lines are written together every few milliseconds: their thread
/// looks for them by itself, because waking it takes longer than the rest of a short request's log.
package final class LineOutput: Sendable {
    private struct State {
        var waiting: [UInt8] = []
        /// The lines that were dropped after the lines that wait.
        var dropped = 0
        /// Urgent lines after the gap.
        var urgent: [UInt8] = []
        /// Whether the queue writes, is about to, or looks for lines.
        var isWriting = false
        /// The number of callers that wait for the lines before their call.
        var flushes = 0
    }

    /// What the thread does next.
    private enum Step {
        case write([UInt8])
        case pause
        case end
    }

    /// The shortest time between two groups of lines.
    private static let pause = DispatchTimeInterval.milliseconds(5)
    /// The number of pauses without a line after which the thread ends.
    private static let mostPauses = 5

    private let capacity: Int
    private let reserve: Int
    private let notice: @Sendable (_ dropped: Int) -> [UInt8]
    private let didDrop: @Sendable () -> Void
    private let destination: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())
    // A serial queue without a target has a thread of its own, so that other work never waits for a slow reader.
    private let queue = DispatchQueue(label: "gatehouse.output")
    /// Ends a pause of the thread early.
    private let alarm = DispatchSemaphore(value: 0)

    /// Creates an output to `destination`, which may wait for its reader; `reserve` is the number of bytes for urgent
    /// lines.
    ///
    /// `notice` returns the line for a number of dropped lines; `didDrop` is called for each of them.
    package init(
        capacity: Int = 524_288, reserve: Int = 65_536,
        notice: @escaping @Sendable (_ dropped: Int) -> [UInt8] = LineOutput.plainNotice,
        didDrop: @escaping @Sendable () -> Void = {}, destination: @escaping @Sendable ([UInt8]) -> Void
    ) {
        self.capacity = capacity
        self.reserve = reserve
        self.notice = notice
        self.didDrop = didDrop
        self.destination = destination
    }

    /// The standard output of the process; its buffer is written before the process exits.
    package static let standardOutput = exiting(LineOutput(destination: writer(to: STDOUT_FILENO)))

    /// The standard error of the process; its buffer is written before the process exits.
    package static let standardError = exiting(LineOutput(destination: writer(to: STDERR_FILENO)))

    /// A destination that writes to a descriptor; bytes that cannot be written are lost.
    package static func writer(to descriptor: Int32) -> @Sendable ([UInt8]) -> Void {
        { bytes in _ = writeAll(bytes, to: descriptor) }
    }

    /// Writes bytes to a descriptor, and waits for its reader.
    /// - Returns: the number of the system's error after which the rest is lost; `nil` without an error.
    package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            let error = errno
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if error == EAGAIN {
                var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&room, 1, -1)
            } else if error != EINTR {
                return error
            }
        }
        return nil
    }

    /// The line for a number of dropped lines, for outputs without a format of their own.
    package static func plainNotice(_ dropped: Int) -> [UInt8] {
        Array("(\(dropped) lines were dropped here, because the reader of this output is too slow)\n".utf8)
    }

    /// Adds a line, which ends with a line feed; returns at once.
    package func add(_ line: [UInt8], isUrgent: Bool = false) {
        let (isTaken, begins) = state.withLock { state -> (Bool, Bool) in
            defer { state.isWriting = true }
            // After a gap, lines are dropped until the notice about it is on its way, so that it is in the right place.
            let isAfterGap = state.dropped > 0
            let room = (isAfterGap ? 0 : capacity) + (isUrgent ? reserve : 0)
            guard (isAfterGap ? state.urgent : state.waiting).count + line.count <= room else {
                state.dropped += 1
                return (false, !state.isWriting)
            }
            if isAfterGap { state.urgent += line } else { state.waiting += line }
            return (true, !state.isWriting)
        }
        if begins { queue.async { self.writeUntilNoneComes() } }
        if !isTaken { didDrop() }
    }

    /// Waits until all lines that were added before are written, or until the time has passed.
    /// - Returns: whether they are written.
    @discardableResult
    package func flush(within limit: Duration) -> Bool {
        let written = DispatchSemaphore(value: 0)
        state.withLock { state in state.flushes += 1 }
        alarm.signal()
        queue.async {
            while case .write(let batch) = self.nextStep(mayPause: false) { self.destination(batch) }
            self.state.withLock { state in state.flushes -= 1 }
            written.signal()
        }
        return written.wait(timeout: .now() + limit / .seconds(1)) == .success
    }

    /// Writes what waits, and what is added until some pauses have passed without a line.
    private func writeUntilNoneComes() {
        var pauses = 0
        while true {
            switch nextStep(mayPause: pauses < Self.mostPauses) {
            case .write(let batch):
                destination(batch)
                pauses = 0
            case .pause:
                _ = alarm.wait(timeout: .now() + Self.pause)
                pauses += 1
            case .end: return
            }
        }
    }

    private func nextStep(mayPause: Bool) -> Step {
        let (lines, dropped, urgent, mayWait) = state.withLock { state -> ([UInt8], Int, [UInt8], Bool) in
            defer {
                state.waiting = []
                state.dropped = 0
                state.urgent = []
            }
            // A line that comes after the end begins anew.
            let hasLines = !state.waiting.isEmpty || state.dropped > 0
            state.isWriting = hasLines || mayPause && state.flushes == 0
            return (state.waiting, state.dropped, state.urgent, state.isWriting)
        }
        if dropped > 0 { return .write(lines + notice(dropped) + urgent) }
        if !lines.isEmpty { return .write(lines) }
        return mayWait ? .pause : .end
    }
}

// MARK: - The end of the process

extension LineOutput {
    private static let outputsAtExit = Mutex<[LineOutput]>([])

    private static let flushesAtExit: Void = {
        _ = atexit { LineOutput.flushAll(within: .seconds(1)) }
    }()

    /// Waits until all outputs of the process have written the lines that were added before, or until the time has passed.
    ///
    /// Outputs to the same descriptor write on threads of their own, so that a line can precede an earlier one of another
    /// output.
    package static func flushAll(within limit: Duration) {
        let end = ContinuousClock.now + limit
        for output in outputsAtExit.withLock({ $0 }) { output.flush(within: max(.zero, end - .now)) }
    }

    /// Lets the process write the output's buffer before it exits, for one second at most; returns the output.
    package static func exiting(_ output: LineOutput) -> LineOutput {
        flushesAtExit
        outputsAtExit.withLock { $0.append(output) }
        return output
    }
}
