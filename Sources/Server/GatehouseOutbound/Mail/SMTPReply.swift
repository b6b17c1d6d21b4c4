// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A reply of a mail server (RFC 5321, section 4.2).
struct SMTPReply: Sendable, Equatable {
    /// The reply code, 200 to 599.
    let code: Int
    /// The text of each line, without the code.
    let lines: [String]

    var isPositive: Bool { (200..<300).contains(code) }
    var isPermanentRefusal: Bool { code >= 500 }

    /// The code and the text in one line, for callers and logs.
    var text: String { ([String(code)] + lines).joined(separator: " ") }
}
