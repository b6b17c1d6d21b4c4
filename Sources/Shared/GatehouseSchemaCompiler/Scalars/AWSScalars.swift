// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import GatehouseGraphQL
import GatehouseWire

/// The scalar types of AppSync.
package enum AWSScalars {
    /// The rules of the types for requests and responses.
    package static let rules = ScalarRules([
        "AWSDate": text(isDate), "AWSTime": text(isTime), "AWSDateTime": text(isDateTime),
        "AWSTimestamp": ScalarRule { if case .int(let time) = $0, timestamps.contains(time) { $0 } else { nil } },
        "AWSEmail": text(isEmail), "AWSJSON": text(isJSON), "AWSURL": text(isURL), "AWSPhone": text(isPhone),
        "AWSIPAddress": text(isAddress),
    ])

    /// The value of a type that a text spells, as `@default` has them; `nil` if it spells none.
    package static func value(of spelling: String, as type: String) -> GraphQLValue? {
        let value: GraphQLValue?
        switch type {
        case "Int", "AWSTimestamp": value = Int(spelling).map { .int($0) }
        case "Float": value = Double(spelling).flatMap { $0.isFinite ? .float($0) : nil }
        case "Boolean": value = spelling == "true" ? .boolean(true) : spelling == "false" ? .boolean(false) : nil
        default: value = .string(spelling)
        }
        return value.flatMap { rules[type].accept($0, false) }
    }

    private static func text(_ isValid: @escaping @Sendable (String) -> Bool) -> ScalarRule {
        ScalarRule { value in
            guard case .string(let text) = value, isValid(text) else { return nil }
            return value
        }
    }

    // MARK: - Dates and times

    /// The milliseconds since 1970 of the years 0 to 9999: clients send times in seconds and in milliseconds.
    private static let timestamps = -62_167_219_200_000...253_402_300_799_999

    private static func isDate(_ text: String) -> Bool {
        var reader = CharacterReader(text)
        return reader.date() && (reader.isAtEnd || reader.offset() && reader.isAtEnd)
    }

    private static func isTime(_ text: String) -> Bool {
        var reader = CharacterReader(text)
        return reader.time() && (reader.isAtEnd || reader.offset() && reader.isAtEnd)
    }

    private static func isDateTime(_ text: String) -> Bool {
        var reader = CharacterReader(text)
        return reader.date() && reader.take("T") && reader.time() && reader.offset() && reader.isAtEnd
    }

    // MARK: - Addresses

    private static func isEmail(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), text.utf8.count <= 254 else { return false }
        let local = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let marks = Set("!#$%&'*+/=?^_`{|}~-".utf8)
        guard local.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { isAlphanumeric($0) || marks.contains($0) } })
        else {
            return false
        }
        let host = parts[1].split(separator: ".", omittingEmptySubsequences: false)
        return host.count > 1 && host.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: Substring) -> Bool {
        (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
            && label.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: false
        }
    }

    private static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text[..<colon].utf8
        let rest = text[text.utf8.index(after: colon)...].utf8
        guard let first = scheme.first, isAlphanumeric(first), !(48...57).contains(first), !rest.isEmpty else {
            return false
        }
        let others = Set("+-.".utf8)
        return scheme.allSatisfy { isAlphanumeric($0) || others.contains($0) }
            && rest.allSatisfy { $0 > 0x20 && $0 != 0x7F } && rest.elementsEqual("//".utf8) == false
    }

    private static func isPhone(_ text: String) -> Bool {
        let digits = text.utf8.filter { (48...57).contains($0) }.count
        let marks = Set(" -().".utf8)
        let body = text.utf8.first == UInt8(ascii: "+") ? text.utf8.dropFirst() : text.utf8[...]
        guard body.allSatisfy({ (48...57).contains($0) || marks.contains($0) }) else { return false }
        // Without a country code, a number is one of the United States.
        return text.utf8.first == UInt8(ascii: "+") ? (7...15).contains(digits) : (10...11).contains(digits)
    }

    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return false }
        let isSix = parts[0].contains(":")
        if parts.count == 2 {
            guard let bits = number(parts[1], digits: 3), bits <= (isSix ? 128 : 32) else { return false }
        }
        return isSix ? isSixteenBytes(parts[0]) : isFourBytes(parts[0])
    }

    private static func isFourBytes(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { number($0, digits: 3).map { $0 <= 255 } ?? false }
    }

    private static func isSixteenBytes(_ text: Substring) -> Bool {
        var groups = text.split(separator: ":", omittingEmptySubsequences: false)
        var bytes = 0
        if let last = groups.last, last.contains(".") {
            guard isFourBytes(last) else { return false }
            groups.removeLast()
            bytes = 4
        }
        // Two empty groups at an end, or one inside, mean a row of zeros.
        let halves = text.components(separatedBy: "::")
        guard halves.count <= 2 else { return false }
        let filled = groups.filter { !$0.isEmpty }
        guard filled.allSatisfy({ $0.utf8.count <= 4 && UInt16($0, radix: 16) != nil && $0.first != "+" }) else {
            return false
        }
        let groupsOfSides = halves.flatMap { $0.split(separator: ":", omittingEmptySubsequences: false) }
        let isClean = halves.allSatisfy { half in
            half.isEmpty || !half.split(separator: ":", omittingEmptySubsequences: false).contains { $0.isEmpty }
        }
        guard isClean, !groupsOfSides.isEmpty || halves.count == 2 else { return false }
        bytes += filled.count * 2
        return halves.count == 2 ? bytes <= 14 : bytes == 16
    }

    private static func number(_ text: some StringProtocol, digits: Int) -> Int? {
        guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return nil
        }
        return Int(text)
    }

    // MARK: - JSON

    private static func isJSON(_ text: String) -> Bool { (try? WireValue(foreignJSON: text.utf8)) != nil }
}

extension Substring {
    /// The parts between a separator of several characters.
    fileprivate func components(separatedBy separator: String) -> [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        var index = startIndex
        while index < endIndex {
            if self[index...].hasPrefix(separator) {
                parts.append(self[start..<index])
                index = self.index(index, offsetBy: separator.count)
                start = index
            } else {
                index = self.index(after: index)
            }
        }
        parts.append(self[start...])
        return parts
    }
}

/// Reads the parts of dates and times, one character after another.
private struct CharacterReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    private mutating func number(_ digits: Int) -> Int? {
        guard position + digits <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[position..<(position + digits)] {
            guard (48...57).contains(byte) else { return nil }
            number = number * 10 + Int(byte - 48)
        }
        position += digits
        return number
    }

    /// Four digits, two and two, of a day that exists.
    mutating func date() -> Bool {
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else {
            return false
        }
        guard (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    /// Hours and minutes, and seconds with up to nine digits.
    mutating func time() -> Bool {
        guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60 else { return false }
        guard take(":") else { return true }
        guard let second = number(2), second < 60 else { return false }
        guard take(".") else { return true }
        let start = position
        while position < bytes.count, (48...57).contains(bytes[position]) { position += 1 }
        return (1...9).contains(position - start)
    }

    /// `Z`, or hours and minutes, and perhaps seconds.
    mutating func offset() -> Bool {
        if take("Z") { return true }
        guard take("+") || take("-") else { return false }
        guard let hour = number(2), hour <= 18, take(":"), let minute = number(2), minute < 60 else { return false }
        guard take(":") else { return true }
        return number(2).map { $0 < 60 } ?? false
    }
}
