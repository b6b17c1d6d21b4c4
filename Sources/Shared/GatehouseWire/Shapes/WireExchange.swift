// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The passage of a structure's members from or to the wire, or of their names alone.
package struct WireExchange {
    private enum Direction {
        case reading([WireName: WireValue], WireReader)
        case writing(WireForm)
        /// Only the names of the members pass.
        case listing
    }

    private let direction: Direction
    /// The members written so far.
    private(set) var written: [WireName: WireValue]

    init(reading members: [WireName: WireValue], reader: WireReader) {
        direction = .reading(members, reader)
        written = [:]
    }

    init(writingIn form: WireForm) {
        direction = .writing(form)
        // Most structures have a few members, for which the table need not grow.
        written = Dictionary(minimumCapacity: 6)
    }

    init(listing: Void) {
        direction = .listing
        written = [:]
    }

    /// Passes a member that must be present.
    package mutating func required<Value: WireCodable>(
        _ name: String, _ member: inout Value, _ rule: WireRule? = nil
    ) {
        switch direction {
        case .writing(let form): written[name] = member.wireValue(in: form)
        case .listing: written[name] = .null
        case .reading(let members, let reader):
            if let value: Value = reader.read(name, of: members, rule) {
                member = value
            } else if !reader.isFull {
                reader.reportMissing(name, isSensitive: rule?.isSensitive ?? false)
            }
        }
    }

    /// Passes a member that may be absent; `null` counts as absent.
    package mutating func optional<Value: WireCodable>(
        _ name: String, _ member: inout Value?, _ rule: WireRule? = nil
    ) {
        switch direction {
        case .writing(let form): written[name] = member?.wireValue(in: form)
        case .listing: written[name] = .null
        case .reading(let members, let reader): member = reader.read(name, of: members, rule)
        }
    }
}
