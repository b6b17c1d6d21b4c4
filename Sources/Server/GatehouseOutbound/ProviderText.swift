// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCore

/// What a mail server or gateway said, made fit for callers and logs.
///
/// It is one line of bounded length; the recipient, the code and whatever else must stay secret are struck out, since a
/// refusal often repeats what it refuses, and who asks for a message need not be the one it goes to.
struct ProviderText {
    private static let limit = 200
    private static let mark = "***"

    let text: String

    init(_ said: String, about message: Message, secrets: [String] = []) {
        let localPart = message.recipient.utf8.split(separator: UInt8(ascii: "@")).first.map { Substring($0) } ?? ""
        let number = message.recipient.drop { $0 == "+" }
        // Longest first, so that a part does not spoil the whole.
        let hidden = [message.body, message.recipient, String(number), String(localPart), message.code] + secrets
        var line = String(said.prefix(4_096))
        for word in hidden.sorted(by: { $0.count > $1.count }) where word.count > 1 {
            line = line.replacing(Self.pattern(word), with: Self.mark)
        }
        let printable = line.unicodeScalars.map { scalar in
            scalar.properties.generalCategory == .control ? " " : String(scalar)
        }
        text = String(printable.joined().split(separator: " ").joined(separator: " ").prefix(Self.limit))
    }

    private static func pattern(_ word: String) -> Regex<Substring> {
        // By scalars: what the other side puts behind the word must not hide it.
        Regex<Substring>(verbatim: word).ignoresCase().matchingSemantics(.unicodeScalar)
    }
}
