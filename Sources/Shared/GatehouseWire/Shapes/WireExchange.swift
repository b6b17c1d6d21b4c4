// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The passage of a structure's members from or to the wire, or of their names alone.
package struct WireExchange {
    private enum Direction {
        case reading([WireName: WireValue], WireReader)
        /// From the object at a place of the reader's document.
        case parsing(Int, WireReader)
        case writing(WireForm)
        /// Into a JSON text, as an object with this mark.
        case printing(Int)
        /// Only the names of the members pass.
        case listing
    }

    private let direction: Direction
    /// The members written so far.
    private(set) var written: [WireName: WireValue] = [:]
    /// The JSON text so far.
    private var writer = JSONWriter()

    init(reading members: [WireName: WireValue], reader: WireReader) {
        direction = .reading(members, reader)
    }

    init(parsingAt place: Int, reader: WireReader) {
        direction = .parsing(place, reader)
    }

    init(writingIn form: WireForm) {
        direction = .writing(form)
        // Most structures have a few members, for which the table need not grow.
        written = Dictionary(minimumCapacity: 6)
    }

    init(listing: Void) {
        direction = .listing
    }

    /// Takes a text, which ``end(_:)`` returns.
    init(printing text: inout JSONWriter) {
        direction = .printing(text.beginObject())
        // Not a copy, which the first byte would make a second text.
        swap(&writer, &text)
    }

    /// Ends the object in a text.
    mutating func end(_ text: inout JSONWriter) {
        guard case .printing(let mark) = direction else { return }
        swap(&writer, &text)
        text.endObject(mark)
    }

    /// Passes a member that must be present.
    package mutating func required<Value: WireCodable>(
        _ name: String, _ member: inout Value, _ rule: WireRule? = nil
    ) {
        passRequired(name, &member, rule)
    }

    /// Passes a text that must be present.
    ///
    /// Most members are texts, and the function for all types looks up theirs at run time.
    package mutating func required(_ name: String, _ member: inout String, _ rule: WireRule? = nil) {
        passRequired(name, &member, rule)
    }

    /// Passes a member that may be absent; `null` counts as absent.
    package mutating func optional<Value: WireCodable>(
        _ name: String, _ member: inout Value?, _ rule: WireRule? = nil
    ) {
        passOptional(name, &member, rule)
    }

    /// Passes a text that may be absent; `null` counts as absent.
    ///
    /// It exists for the reason of its counterpart for texts that must be present.
    package mutating func optional(_ name: String, _ member: inout String?, _ rule: WireRule? = nil) {
        passOptional(name, &member, rule)
    }

    private mutating func passRequired<Value: WireCodable>(
        _ name: String, _ member: inout Value, _ rule: WireRule?
    ) {
        switch direction {
        case .printing: write(name, member)
        case .writing(let form): written[name] = member.wireValue(in: form)
        case .listing: written[name] = .null
        case .parsing(let place, let reader):
            take(reader.read(name, ofObjectAt: place, rule), as: &member, name, rule, reader)
        case .reading(let members, let reader):
            take(reader.read(name, of: members, rule), as: &member, name, rule, reader)
        }
    }

    private mutating func passOptional<Value: WireCodable>(
        _ name: String, _ member: inout Value?, _ rule: WireRule?
    ) {
        switch direction {
        case .printing:
            if let member { write(name, member) }
        case .writing(let form): written[name] = member?.wireValue(in: form)
        case .listing: written[name] = .null
        case .parsing(let place, let reader): member = reader.read(name, ofObjectAt: place, rule)
        case .reading(let members, let reader): member = reader.read(name, of: members, rule)
        }
    }

    private mutating func write<Value: WireCodable>(_ name: String, _ value: Value) {
        writer.beginMember(name)
        value.writeJSON(to: &writer)
    }

    private func take<Value: WireCodable>(
        _ value: Value?, as member: inout Value, _ name: String, _ rule: WireRule?, _ reader: WireReader
    ) {
        if let value {
            member = value
        } else if !reader.isFull {
            reader.reportMissing(name, isSensitive: rule?.isSensitive ?? false)
        }
    }
}
