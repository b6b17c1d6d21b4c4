// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The reason why the contents of a file cannot be read as a JSON document.
enum JSONFault: Error, Equatable {
    /// The line, counted from 1, in which the contents are not JSON.
    case line(Int)
    /// The contents are JSON that the server does not accept, for a reason.
    case refused(String)
}

extension WireValue {
    /// Reads the contents of a file.
    init(fileContents json: [UInt8]) throws(JSONFault) {
        do throws(WireSyntaxError) {
            self = try WireValue(foreignJSON: json)
        } catch {
            if let line = WireValue.lineOfFailure(inJSON: json) { throw .line(line) }
            throw .refused(
                error == .notStreamSafe
                    ? "a text has too many combining marks in a row" : "the JSON cannot be read (\(error))")
        }
    }
}
