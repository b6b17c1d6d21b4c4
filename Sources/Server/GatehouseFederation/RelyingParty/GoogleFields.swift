// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The fields of a person in Google's People API, and their texts.
enum GoogleFields {
    /// The fields that hold one text each in a list of entries; the value names the entry's member.
    private static let members: [String: String] = [
        "addresses": "formattedValue", "biographies": "value", "emailAddresses": "value", "genders": "value",
        "locales": "value", "names": "displayName", "nicknames": "value", "occupations": "value",
        "organizations": "name", "phoneNumbers": "canonicalForm", "photos": "url", "urls": "value",
    ]

    /// Returns the fields among names of claims, in their order.
    static func fields(among claims: Set<String>) -> [String] {
        claims.intersection(Set(members.keys).union(["birthdays"])).sorted()
    }

    /// Returns the claims of a person's answer: the primary entry of each field, else the first one.
    static func claims(of person: [WireName: WireValue]) -> [WireName: WireValue] {
        var claims: [WireName: WireValue] = [:]
        for (field, entries) in person {
            let entries = entries.arrayValue ?? []
            let primary = entries.first { $0["metadata"]?["primary"]?.boolValue == true }
            guard let entry = primary ?? entries.first else { continue }
            if field == "birthdays" {
                claims[field] = birthday(entry["date"]).map(WireValue.string)
            } else if let member = members[field.text], let text = entry[member]?.stringValue {
                claims[field] = .string(text)
            }
        }
        return claims
    }

    private static func birthday(_ date: WireValue?) -> String? {
        guard let year = date?["year"]?.integerValue, let month = date?["month"]?.integerValue,
            let day = date?["day"]?.integerValue, (1...9_999).contains(year), (1...12).contains(month),
            (1...31).contains(day)
        else { return nil }
        func padded(_ number: Int64, to count: Int) -> String {
            String(repeating: "0", count: max(0, count - String(number).utf8.count)) + String(number)
        }
        return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
    }
}
