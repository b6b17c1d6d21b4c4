// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// An attribute whose value does not conform to the schema of the pool, from the fault that names it.
struct AttributeFlaw: Equatable {
    private static let prefix = "Attributes did not conform to the schema: "

    /// The name of the attribute, such as `custom:team`.
    let attribute: String
    /// The reason in the words of the service.
    let reason: String

    /// The attributes that a fault names, one in each line; empty for another fault.
    static func all(in fault: ServiceFault) -> [AttributeFlaw] {
        guard fault.message.hasPrefix(prefix) else { return [] }
        return fault.message.dropFirst(prefix.count).split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ": ", maxSplits: 1)
            return parts.count == 2 ? AttributeFlaw(attribute: String(parts[0]), reason: String(parts[1])) : nil
        }
    }

    /// The reason in the language of the page.
    func text(in errors: PageTexts.Errors) -> String {
        if let match = reason.wholeMatch(of: /String must be no longer than (\d+) characters/) {
            return errors.tooLong.replacing("{{limit}}", with: match.1)
        }
        if let match = reason.wholeMatch(of: /String must be at least (\d+) characters/) {
            return errors.tooShort.replacing("{{limit}}", with: match.1)
        }
        if let match = reason.wholeMatch(of: /Number must be no greater than (-?[\d.]+)/) {
            return errors.numberTooLarge.replacing("{{limit}}", with: match.1)
        }
        if let match = reason.wholeMatch(of: /Number must be at least (-?[\d.]+)/) {
            return errors.numberTooSmall.replacing("{{limit}}", with: match.1)
        }
        return switch reason {
        case "The attribute is required": errors.missingField
        case "Attribute value must be a number": errors.noNumber
        case "Attribute value must be a boolean": errors.noBoolean
        default: errors.invalidEntry
        }
    }
}
