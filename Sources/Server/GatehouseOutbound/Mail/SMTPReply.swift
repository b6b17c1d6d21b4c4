// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// One answer of a mail server (RFC 5321, section 4.2).
struct SMTPReply: Sendable, Equatable {
    /// 200 to 599.
    let code: Int
    /// The text of each line, without the code.
    let lines: [String]

    var isPositive: Bool { (200..<300).contains(code) }
    var isPermanentRefusal: Bool { code >= 500 }

    /// What a person is shown: the code and the text in one line.
    var text: String { ([String(code)] + lines).joined(separator: " ") }
}
