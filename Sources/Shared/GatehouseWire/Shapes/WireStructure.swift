// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// A request, a response or a part of one, as a service's model describes it.
package protocol WireStructure: WireCodable, Equatable {
    /// Creates the structure without its members, which the caller reads next.
    init(absent: Void)

    /// Names the members one by one, each to be read or written as the exchange demands.
    mutating func exchange(_ wire: inout WireExchange)
}

extension WireStructure {
    /// Reads a request and holds it to the model.
    ///
    /// - Parameters:
    ///   - value: The request; it must be an object.
    ///   - service: The service addressed: its form of messages and its code for violations.
    /// - Throws: The service's validation fault that lists all violations, or a serialization fault.
    package init(validating value: WireValue, for service: ServiceIdentity) throws(ServiceFault) {
        let reader = WireReader(form: service.form, isLenient: false)
        self = Self.read(value, rule: nil, reader: reader)
        try reader.finish(for: service)
    }

    /// Reads an answer, and accepts missing, unknown and out-of-bounds members.
    ///
    /// - Parameters:
    ///   - value: The answer.
    ///   - form: The manner in which it travelled.
    /// - Throws: A fault of garbled origin if a member has another type on the wire.
    package init(answer value: WireValue, form: WireForm) throws(ServiceFault) {
        let reader = WireReader(form: form, isLenient: true)
        self = Self.read(value, rule: nil, reader: reader)
        if let fault = reader.mismatchFault { throw fault }
    }

    /// The names of the members that the model lists; any other member of a request is ignored.
    package static var memberNames: Set<WireName> {
        var structure = Self.absent
        var wire = WireExchange(listing: ())
        structure.exchange(&wire)
        return Set(wire.written.keys)
    }

    package static var absent: Self { Self(absent: ()) }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Self {
        guard let members = reader.members(of: value) else { return reader.mismatch() }
        var result = Self.absent
        var wire = WireExchange(reading: members, reader: reader)
        result.exchange(&wire)
        return result
    }

    package func wireValue(in form: WireForm) -> WireValue {
        var source = self
        var wire = WireExchange(writingIn: form)
        source.exchange(&wire)
        return .object(wire.written)
    }
}

/// A structure that holds secrets: every printed form shows only its type.
package protocol SensitiveStructure: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {}

extension SensitiveStructure {
    package var description: String { String(describing: Self.self) }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// A word of an enumeration that the peer may extend: unknown words are kept in answers and refused in requests.
package protocol OpenValue: RawRepresentable, Hashable, WireCodable, CustomStringConvertible where RawValue == String {
    /// Wraps a word, known or not.
    init(rawValue: String)
    /// The words of the model, in its order.
    static var allValues: [Self] { get }
}

extension OpenValue {
    package var description: String { rawValue }

    /// Compares words by their UTF-8 bytes: an answer may hold any text.
    package static func == (left: Self, right: Self) -> Bool { left.rawValue.hasBytes(of: right.rawValue) }
    package func hash(into hasher: inout Hasher) { rawValue.hashBytes(into: &hasher) }

    package static var absent: Self { Self(rawValue: "") }

    package static func read(_ value: WireValue, rule: WireRule?, reader: WireReader) -> Self {
        guard let word = value.stringValue else { return reader.mismatch() }
        reader.check(word, among: allValues, isSensitive: rule?.isSensitive ?? false)
        return Self(rawValue: word)
    }

    package func wireValue(in form: WireForm) -> WireValue { .string(rawValue) }
}
