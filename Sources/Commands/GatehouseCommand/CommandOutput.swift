// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseOutput
import GatehouseServer

/// The output of a command that is data, such as exported records and new keys.
///
/// A slow reader delays the command, and an output that cannot be written makes it fail: no line is lost without a sign.
struct CommandOutput {
    private let descriptor: Int32
    /// The number of the system's error after which no line was written.
    private var error: Int32?

    /// Creates an output; without a descriptor, to the standard output.
    init(to descriptor: Int32 = STDOUT_FILENO) { self.descriptor = descriptor }

    /// Writes a line, and waits until it is written.
    mutating func say(_ line: String) {
        guard error == nil else { return }
        error = LineOutput.writeAll(Array((line + "\n").utf8), to: descriptor)
    }

    /// Ends the output.
    /// - Throws: `StartupRefusal` if a line could not be written.
    func finish() throws(StartupRefusal) {
        guard let error else { return }
        let reason = POSIXErrorCode(rawValue: error).map { POSIXError($0).localizedDescription } ?? "error \(error)"
        throw StartupRefusal(
            .cannotCreate,
            "The output could not be written to its end: \(reason). Give it a place with space and a reader, and repeat "
                + "the command; what it changed stays.")
    }
}
