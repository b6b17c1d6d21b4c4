// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseDataSite
import GatehouseWire

/// The lines of a file or of the standard input, which are read in parts.
final class InputLines {
    /// The most bytes of a line: a record has 400 KiB at most, and each character can be an escape of six.
    static let longestLine = 4_194_304
    private static let part = 65_536

    private let name: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var start = 0
    private var isOver = false

    /// Opens a file; `-` is the standard input.
    /// - Throws: `BadRequestException` if it cannot be opened.
    init(_ path: String) throws(ServiceFault) {
        guard path != "-" else {
            name = "The standard input"
            descriptor = STDIN_FILENO
            return
        }
        name = "The file \(path)"
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(name, errno) }
    }

    deinit {
        if descriptor != STDIN_FILENO { close(descriptor) }
    }

    /// The next line without its line feed; `nil` after the last one.
    /// - Throws: `BadRequestException` if the input cannot be read, or if the line is too long.
    func next() throws(ServiceFault) -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            guard !isOver else {
                defer { start = buffer.count }
                return start < buffer.count ? buffer[start...] : nil
            }
            guard buffer.count - start <= Self.longestLine else {
                throw ServiceFault(.badRequest, "\(name) has a line of more than \(Self.longestLine) bytes.")
            }
            buffer.removeFirst(start)
            start = 0
            searched = buffer.count
            try fill()
        }
    }

    private func fill() throws(ServiceFault) {
        var bytes = [UInt8](repeating: 0, count: Self.part)
        while true {
            let count = unsafe read(descriptor, &bytes, bytes.count)
            if count > 0 { return buffer += bytes.prefix(count) }
            if count == 0 { return isOver = true }
            if errno != EINTR { throw Self.unreadable(name, errno) }
        }
    }

    private static func unreadable(_ name: String, _ code: Int32) -> ServiceFault {
        let reason = SystemCallFailure(call: "read", code: code)
        return ServiceFault(.badRequest, "\(name) cannot be read: \(reason).")
    }
}
