// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The extensions that a mail server lists in its reply to EHLO (RFC 5321, section 4.1.1.1).
struct SMTPCapabilities: Sendable, Equatable {
    /// The mechanisms of AUTH that the client supports, in order of preference.
    enum Mechanism: String, CaseIterable {
        case plain = "PLAIN"
        case login = "LOGIN"
    }

    private let keywords: [String: Set<String>]

    init(_ reply: SMTPReply) {
        var keywords: [String: Set<String>] = [:]
        for line in reply.lines.dropFirst() {
            // Old servers write AUTH=LOGIN.
            let words = line.uppercased().split { " =".contains($0) }.map(String.init)
            guard let keyword = words.first else { continue }
            keywords[keyword, default: []].formUnion(words.dropFirst())
        }
        self.keywords = keywords
    }

    var startsTLS: Bool { keywords["STARTTLS"] != nil }
    var takesUTF8: Bool { keywords["SMTPUTF8"] != nil }

    var mechanism: Mechanism? {
        Mechanism.allCases.first { keywords["AUTH"]?.contains($0.rawValue) == true }
    }
}
