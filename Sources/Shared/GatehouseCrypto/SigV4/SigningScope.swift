// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The scope of a signature: a day, a region and a service, and the key for them.
struct SigningScope: Sendable, Equatable {
    static let algorithm = "AWS4-HMAC-SHA256"
    static let terminator = "aws4_request"

    /// The day as `yyyymmdd`.
    let day: String
    let region: String
    let service: String

    var text: String { "\(day)/\(region)/\(service)/\(Self.terminator)" }

    /// A date as `yyyymmddThhmmssZ`.
    static func moment(_ date: Date) -> String {
        let time = CivilTime(date)
        let day = CivilTime.padded(time.year, 4) + CivilTime.padded(time.month, 2) + CivilTime.padded(time.day, 2)
        let clock = [time.hour, time.minute, time.second].map { CivilTime.padded($0, 2) }.joined()
        return "\(day)T\(clock)Z"
    }

    /// Reads `yyyymmddThhmmssZ`.
    static func date(moment: String) -> Date? {
        let bytes = Array(moment.utf8)
        guard bytes.count == 16, bytes[8] == UInt8(ascii: "T"), bytes[15] == UInt8(ascii: "Z"),
            let year = number(bytes[0..<4]), let month = number(bytes[4..<6]), let day = number(bytes[6..<8]),
            let hour = number(bytes[9..<11]), let minute = number(bytes[11..<13]), let second = number(bytes[13..<15])
        else { return nil }
        return CivilTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)?.date
    }

    /// The value of ASCII digits.
    static func number(_ digits: some Collection<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        var value = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            value = value * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return value
    }
}
