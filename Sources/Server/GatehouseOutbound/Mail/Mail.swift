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
private enum MailDate {
    /// The date, for example `Thu, 1 Jan 1970 00:00:00 +0000`.
    static func text(_ date: Date) -> String {
        let time = CivilTime(date)
        let day = "\(time.day) \(time.monthName) \(CivilTime.padded(time.year, 4))"
        return "\(time.weekdayName), \(day) \(time.clock) +0000"
    }
}

/// A mail address without characters that could end an SMTP command or a header.
package struct MailAddress: Sendable, Equatable {
    /// `local@domain`.
    package let address: String
    /// The display name before the address, if there is one.
    package let name: String?

    /// Parses `local@domain`; `nil` for any other text.
    package init?(_ text: String, name: String? = nil) {
        // The text is split by bytes: servers find an `@` that Swift would hide in a character of several scalars.
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, parts[0].count <= 64,
            !parts[0].isEmpty, !parts[1].isEmpty, text.unicodeScalars.allSatisfy(Self.mayStand)
        else { return nil }
        if let name {
            guard name.utf8.count <= 256, name.unicodeScalars.allSatisfy({ !Self.isControl($0) }) else { return nil }
        }
        address = text
        self.name = name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Parses `local@domain` or `Name <local@domain>`; `nil` for any other text.
    package init?(mailbox text: String) {
        guard text.hasSuffix(">"), let open = text.lastIndex(of: "<") else {
            self.init(text)
            return
        }
        let address = text[text.index(after: open)...].dropLast()
        var name = text[..<open].drop { $0 == " " }
        while name.last == " " { name.removeLast() }
        if name.count >= 2, name.hasPrefix("\""), name.hasSuffix("\"") { name = name.dropFirst().dropLast() }
        self.init(String(address), name: String(name))
    }

    /// The part after the last `@`.
    package var domain: String {
        address.utf8.split(separator: UInt8(ascii: "@")).last.map { String(Substring($0)) } ?? ""
    }

    /// Whether the address can be sent to servers without SMTPUTF8 (RFC 6531).
    var isASCII: Bool { address.utf8.allSatisfy { $0 < 0x80 } }

    /// The address in the form of a header.
    var header: String {
        guard let name else { return address }
        return "\(EncodedWord.phrase(name)) <\(address)>"
    }

    /// Whether the scalar is allowed in an address; quoted local parts are not, because they are rare and parsers
    /// disagree about them.
    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else {
            return scalar.value > 0x20 && scalar.value != 0x7F && !"<>()[]:;,\\\"".unicodeScalars.contains(scalar)
        }
        return !isControl(scalar) && !scalar.properties.isWhitespace
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}

extension MailAddress: CustomStringConvertible {
    package var description: String { header }
}
