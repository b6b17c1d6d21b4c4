// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
package import GatehouseProject
package import GatehouseWire

/// The reason why a command that works with a server and a project cannot go on.
///
/// Its texts are for the person at the terminal; they have no secrets.
package struct DeploymentFault: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of reasons, each with an exit status.
    package enum Kind: Sendable, Equatable {
        /// The server refused, or the state of the server does not permit it: status 1.
        case refused
        /// No answer arrived, or the answer is not Gatehouse's: status 69.
        case unreachable
        /// Another deployment holds the environment: status 75.
        case locked
        /// A file of the project or a setting cannot be used: status 66.
        case unusable
        /// The person declined: status 1.
        case declined
        /// A signal ended the work: status 128 and the number of the signal, which the command knows.
        case interrupted
    }

    /// The kind, which decides the exit status.
    package let kind: Kind
    /// What happened: one sentence or more.
    package let text: String
    /// What to do: one sentence or more; `nil` if the text says it.
    package let cure: String?

    /// Makes a fault.
    package init(_ kind: Kind, _ text: String, cure: String? = nil) {
        self.kind = kind
        self.text = text
        self.cure = cure
    }

    /// The text, followed by the cure.
    package var description: String { [text, cure].compactMap(\.self).joined(separator: " ") }
}

extension DeploymentFault {
    /// Makes the fault of a project's file.
    package init(_ fault: ProjectFault) {
        let place = [fault.path, fault.line.map { String($0) }].compactMap(\.self).joined(separator: ":")
        let value = fault.pointer.map { $0.tokens.isEmpty ? "" : "\($0): " } ?? ""
        self.init(.unusable, "\(place): \(value)\(fault.problem)", cure: fault.cure)
    }

    /// Makes the fault of a service, with the service's own text.
    ///
    /// A signature whose date the server refuses says that a clock is wrong, and by how much.
    ///
    /// - Parameters:
    ///   - fault: the fault.
    ///   - what: what the command did, as it follows "The server refused to", for example `lock the environment`.
    package init(_ fault: ServiceFault, doing what: String) {
        switch fault.origin {
        case .transport:
            self.init(transport: fault, doing: what)
        case .garbled:
            self.init(
                .unreachable,
                "The server's answer to the request to \(what) is not Gatehouse's: \(Self.readable(fault.message))",
                cure: "Check the address of the environment in amplify/team-provider-info.json, and proxies before it.")
        case .service:
            self.init(service: fault, doing: what)
        }
    }

    private init(transport fault: ServiceFault, doing what: String) {
        if fault.transportKind == .cancelled {
            self.init(.interrupted, "The request to \(what) was cancelled.", cure: "Run the command again.")
        } else {
            self.init(
                .unreachable, "The request to \(what) got no answer: \(fault.message)",
                cure: "Check that the server runs and that this machine reaches it, then run the command again.")
        }
    }

    private init(service fault: ServiceFault, doing what: String) {
        switch fault.code.rawValue {
        case "EnvironmentLockedException":
            self.init(
                .locked, Self.lockText(fault),
                cure: "Run the command again when it has ended. The lock of a command that is gone ends at that time.")
        case "LockLostException":
            self.init(
                .locked,
                "The lock of the environment was lost: this machine slept, or another deployment took it. "
                    + Self.sentence(fault.message), cure: "Run the command again: it goes on from there.")
        case "StateConflictException":
            let author = [fault.members["PushedBy"], fault.members["PushedFrom"]].compactMap { $0?.stringValue }
            let words = author.isEmpty ? "" : " by \(author.map(Self.readable).joined(separator: " from "))"
            let time = Self.date(fault.members["PushedAt"]).map { " at \($0)" } ?? ""
            self.init(
                .refused, "The environment was pushed in the meantime\(words)\(time).",
                cure: "Run amplify pull, then amplify push.")
        case "InvalidSignatureException", "SignatureDoesNotMatch":
            self.init(signature: fault, doing: what)
        case "UnrecognizedClientException", "InvalidClientTokenId", "MissingAuthenticationTokenException",
            "MissingAuthenticationToken", "ExpiredTokenException", "ExpiredToken", "IncompleteSignatureException",
            "IncompleteSignature":
            self.init(
                .refused, "The server refused to \(what): \(Self.sentence(fault.message))",
                cure: "Check the access key of the profile or of AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. If none "
                    + "is set, the call had the key of a development server; AWS_PROFILE is not read.")
        case "AccessDeniedException", "AccessDenied":
            self.init(
                .refused, "The server refused to \(what): \(Self.sentence(fault.message))",
                cure:
                    "Use an access key whose policy allows it, or let an administrator of the server extend the policy."
            )
        case "UnknownOperationException", "InvalidAction":
            self.init(
                .refused, "The server cannot \(what): it is older than this tool. \(Self.sentence(fault.message))",
                cure: "Update the server, or use the tool of the server's version.")
        case "ServiceUnavailableException", "ServiceUnavailable":
            self.init(
                .unreachable, "The server could not \(what): \(Self.sentence(fault.message))",
                cure: "Run the command again.")
        default:
            self.init(
                .refused, "The server refused to \(what): \(Self.sentence(fault.message)) (\(fault.code))",
                cure: Self.correction)
        }
    }

    /// The cure of a fault whose text has the cause in the server's own words.
    static let correction = "Correct what the server names."

    // MARK: - Locks

    private static func lockText(_ fault: ServiceFault) -> String {
        let holder = fault.members["Holder"]?.stringValue.map { " by \(readable($0))" } ?? ""
        let since = date(fault.members["LockedAt"]).map { " since \($0)" } ?? ""
        let end = date(fault.members["ExpiresAt"]).map { ", until \($0) at the latest unless it goes on" } ?? ""
        return "Another deployment is in progress: the environment is locked\(holder)\(since)\(end)."
    }

    /// The text without control characters: the names come from other machines.
    static func readable(_ text: String) -> String {
        var readable = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where scalar.properties.generalCategory != .control {
            readable.append(scalar)
        }
        return String(readable)
    }

    private static func date(_ value: WireValue?) -> String? {
        guard let seconds = value?.doubleValue, seconds.isFinite, abs(seconds) < 1e11 else { return nil }
        return Date(timeIntervalSince1970: seconds).formatted(.iso8601)
    }

    // MARK: - Clocks

    private init(signature fault: ServiceFault, doing what: String) {
        guard let clocks = Clocks(message: fault.message) else {
            self.init(
                .refused, "The server refused to \(what): \(Self.sentence(fault.message))",
                cure: "Check the secret of the access key.")
            return
        }
        self.init(
            .refused,
            "The server refused to \(what), because the clocks differ: \(clocks.text) \(Self.sentence(fault.message))",
            cure: "Set the clock of this machine, or that of the server, and run the command again.")
    }

    /// A text of the server as one line without control characters, which ends as a sentence does.
    static func sentence(_ message: String) -> String {
        let text = readable(message.split(whereSeparator: \.isNewline).joined(separator: " "))
        guard let last = text.last else { return "It gave no reason." }
        return ".!?)".contains(last) ? text : text + "."
    }
}

/// The two clocks in the message about the date of a signature.
private struct Clocks {
    /// What to say about them: a sentence.
    let text: String

    /// Reads `Signature expired: A is now earlier than B (C - N min.)` and its counterpart for the future; `nil` for
    /// another message.
    init?(message: String) {
        guard message.hasPrefix("Signature expired") || message.hasPrefix("Signature not yet current") else {
            return nil
        }
        let separators: Set<Character> = [" ", "(", ")", ":"]
        let dates = message.split(whereSeparator: separators.contains).compactMap { Self.date(String($0)) }
        // The date of the signature is the first, and the server's is the last.
        guard let own = dates.first, let server = dates.last, dates.count > 1 else {
            text = "this machine's clock is far from the server's."
            return
        }
        let minutes = Int((own.timeIntervalSince(server) / 60).rounded())
        let direction = minutes < 0 ? "behind" : "ahead of"
        text = "this machine's clock is \(abs(minutes)) minutes \(direction) the server's."
    }

    /// Reads a date such as `20261130T120000Z`.
    private static func date(_ text: String) -> Date? {
        let bytes = Array(text.utf8)
        guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z") else { return nil }
        func number(_ range: Range<Int>) -> Int? { Int(String(decoding: bytes[range], as: UTF8.self)) }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
            let minute = number(11..<13), let second = number(13..<15)
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)?.date
    }
}
