// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The reading end of a pipe for a program's output.
struct ReadingPipe {
    private let pipe = Pipe()
    private(set) var bytes: [UInt8] = []
    private(set) var isAtEnd = false
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
        makeNonblocking(pipe.fileHandleForReading.fileDescriptor)
    }

    var descriptor: Int32 { pipe.fileHandleForReading.fileDescriptor }

    /// The descriptor for the program.
    var programsEnd: Int32 { pipe.fileHandleForWriting.fileDescriptor }

    /// Leaves the program's end to the program, so that the output ends with it.
    func closeProgramsEnd() {
        // An error of closing needs no handling.
        try? pipe.fileHandleForWriting.close()
    }

    /// Whether the output was longer than the limit.
    private(set) var isFull = false

    /// Reads the available bytes; bytes beyond the limit are discarded.
    /// - Returns: whether bytes were available.
    @discardableResult
    mutating func read() -> Bool {
        guard !isAtEnd else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
        guard count != 0 else {
            isAtEnd = true
            return false
        }
        guard count > 0 else { return false }
        let room = limit - bytes.count
        bytes += buffer.prefix(min(count, room))
        if count > room { isFull = true }
        return true
    }
}

/// The writing end of a pipe for a program's input.
struct WritingPipe {
    private let pipe = Pipe()
    private(set) var isAtEnd = false
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
        makeNonblocking(pipe.fileHandleForWriting.fileDescriptor)
    }

    var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

    /// The descriptor for the program.
    var programsEnd: Int32 { pipe.fileHandleForReading.fileDescriptor }

    /// Leaves the program's end to the program, so that writing fails after it has ended.
    func closeProgramsEnd() {
        // An error of closing needs no handling.
        try? pipe.fileHandleForReading.close()
    }

    /// Writes as much as the pipe takes; closes it after the last byte, or if the program has closed its input.
    mutating func write() {
        guard !isAtEnd else { return }
        let bytes = Array(rest)
        let count = unsafe Foundation.write(descriptor, bytes, bytes.count)
        if count > 0 { rest = rest.dropFirst(count) }
        let isBroken = count < 0 && errno != EAGAIN && errno != EINTR
        if rest.isEmpty || isBroken { close() }
    }

    /// Closes the pipe, so that the program reads the end of its input.
    mutating func close() {
        guard !isAtEnd else { return }
        isAtEnd = true
        rest = []
        // An error of closing needs no handling.
        try? pipe.fileHandleForWriting.close()
    }
}

private func makeNonblocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
}
