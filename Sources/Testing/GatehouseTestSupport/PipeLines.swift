// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// The lines that another process writes to a pipe, without their ends, as they arrive.
///
/// Each step blocks the thread until a line is complete. Bytes after the last end of a line are no line.
package struct PipeLines: IteratorProtocol {
    private let pipe: FileHandle
    private var complete: ArraySlice<String> = []
    private var rest = Data()

    /// Reads from a pipe, whose end for writing this process has closed.
    package init(_ pipe: Pipe) {
        self.pipe = pipe.fileHandleForReading
    }

    /// The next line; nil once no process can write to the pipe any more.
    package mutating func next() -> String? {
        while complete.isEmpty {
            let chunk = pipe.availableData
            if chunk.isEmpty { return nil }
            let parts = (rest + chunk).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            rest = parts.last.map { Data($0) } ?? Data()
            complete = parts.dropLast().map { String(decoding: $0, as: UTF8.self) }[...]
        }
        return complete.popFirst()
    }
}
