// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseCrypto

/// A message for SMTP: an envelope, headers and a body.
///
/// Values in headers and envelope have been checked for characters that could end them.
struct Mail: Sendable, Equatable {
    /// The envelope sender, which receives notices of failed delivery.
    let sender: MailAddress
    let recipient: MailAddress
    /// Headers and body; each line ends with CR LF, and dots are not yet doubled.
    let content: [UInt8]

    /// Creates the mail for a message; `id` becomes a part of its Message-ID.
    /// - Throws: `CarriageFailure.refused` for an invalid address or subject.
    init(_ message: Message, id: String, settings: SMTPSettings) throws(CarriageFailure) {
        guard let recipient = MailAddress(message.recipient) else {
            throw .refused("the address cannot receive mail")
        }
        let sender = try Self.address(message.letterhead.from, else: settings.from, named: "From")
        let replyTo = try Self.address(message.letterhead.replyTo, else: settings.replyTo, named: "ReplyToEmailAddress")
        guard message.subject.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            throw .refused("the subject has line breaks or other control characters")
        }
        var headers = [
            ("From", sender.header), ("To", recipient.header), ("Subject", EncodedWord.text(message.subject)),
            ("Date", MailDate.text(message.date)), ("Message-ID", "<\(id)@\(settings.from.domain)>"),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/\(message.isHTML ? "html" : "plain"); charset=utf-8"),
            ("Content-Transfer-Encoding", "quoted-printable"),
            // Asks recipients' servers to send no automatic replies (RFC 3834).
            ("Auto-Submitted", "auto-generated"),
        ]
        if let replyTo { headers.insert(("Reply-To", replyTo.header), at: 2) }
        let head = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
        self.sender = sender
        self.recipient = recipient
        content = Array(head.utf8) + Array("\r\n".utf8) + QuotedPrintable.encode(message.body)
    }

    /// Whether the mail server must support SMTPUTF8 for this mail.
    var needsUTF8: Bool { !sender.isASCII || !recipient.isASCII }

    /// The content as it is sent after DATA: leading dots are doubled, and a line with a single dot ends it (RFC 5321,
    /// section 4.5.2).
    var transparentContent: [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(content.count + 64)
        var isLineStart = true
        for byte in content {
            if isLineStart, byte == UInt8(ascii: ".") { output.append(byte) }
            output.append(byte)
            isLineStart = byte == UInt8(ascii: "\n")
        }
        return output + Array(".\r\n".utf8)
    }

    private static func address(
        _ text: String?, else preset: MailAddress?, named name: String
    ) throws(CarriageFailure) -> MailAddress? {
        guard let text, !text.isEmpty else { return preset }
        guard let address = MailAddress(mailbox: text) else {
            throw .refused("the user pool's EmailConfiguration has an invalid \(name) address")
        }
        return address
    }

    private static func address(
        _ text: String?, else preset: MailAddress, named name: String
    ) throws(CarriageFailure) -> MailAddress {
        try address(text, else: Optional(preset), named: name) ?? preset
    }
}

/// The date form of mail headers (RFC 5322, section 3.3), in UTC.
enum MailDate {
    /// The date, for example `Thu, 1 Jan 1970 00:00:00 +0000`.
    static func text(_ date: Date) -> String {
        let time = CivilTime(date)
        let day = "\(time.day) \(time.monthName) \(CivilTime.padded(time.year, 4))"
        return "\(time.weekdayName), \(day) \(time.clock) +0000"
    }
}
