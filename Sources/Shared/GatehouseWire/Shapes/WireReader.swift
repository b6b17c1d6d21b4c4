// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Knows where in a message one is, and collects what is wrong: in strict mode the violations of the model's
/// constraints, in either mode the first value of a wrong type.
///
/// A class, since one reader accompanies the whole descent into a message; it never leaves the call that made it.
package final class WireReader {
    /// A step into a message.
    enum Step {
        /// Into a member of a structure.
        case member(String)
        /// Into an element of a list, counted from one.
        case element(Int)
        /// Into an entry of a map.
        case entry(String)
    }

    /// The manner in which the values travelled.
    let form: WireForm
    /// The fault of the first value of a wrong type.
    private(set) var mismatchFault: ServiceFault?
    private let isLenient: Bool
    private var path: [Step] = []
    private var violations: [String] = []
    private var violationCount = 0

    /// More clauses than this are counted but not spelled out.
    private static let maximumClauses = 100
    /// A value is repeated to the caller up to this number of characters.
    private static let maximumEcho = 1_024

    init(form: WireForm, isLenient: Bool) {
        self.form = form
        self.isLenient = isLenient
    }

    /// Whether constraints matter.
    var isStrict: Bool { !isLenient }

    /// The violations in the words of the services; nothing if there are none.
    var violationMessage: String? {
        guard violationCount > 0 else { return nil }
        let noun = violationCount == 1 ? "error" : "errors"
        return "\(violationCount) validation \(noun) detected: " + violations.joined(separator: "; ")
    }

    /// Reads a member if it is present.
    func read<Value: WireCodable>(_ name: String, of members: [String: WireValue], _ rule: WireRule?) -> Value? {
        guard let value = members[name], !value.isNull else { return nil }
        enter(.member(name))
        defer { leave() }
        return Value.read(value, rule: rule, reader: self)
    }

    /// Steps into a part of the message.
    func enter(_ step: Step) {
        path.append(step)
    }

    /// Steps out again.
    func leave() {
        _ = path.popLast()
    }

    /// Notes that the present value has another type on the wire than in the model, and stands in for it.
    func mismatch<Value: WireCodable>() -> Value {
        if mismatchFault == nil {
            let subject = path.isEmpty ? "The body" : "Member '\(place)'"
            let message = "\(subject) does not have the type that the service expects"
            mismatchFault = ServiceFault(.serialization, message, origin: isLenient ? .garbled : .service)
        }
        return Value.absent
    }

    /// The elements of a list; in query messages an empty list is empty text.
    func elements(of value: WireValue) -> [WireValue]? {
        form == .query && value == .string("") ? [] : value.arrayValue
    }

    /// The members of a structure or map; in query messages an empty one is empty text.
    func members(of value: WireValue) -> [String: WireValue]? {
        form == .query && value == .string("") ? [:] : value.objectValue
    }

    /// Notes that a required member is missing.
    func reportMissing(_ name: String, isSensitive: Bool) {
        enter(.member(name))
        report("Member must not be null", value: .null, isSensitive: isSensitive)
        leave()
    }

    /// Notes a violation at the present place.
    func report(_ constraint: String, value: WireValue, isSensitive: Bool) {
        guard isStrict else { return }
        violationCount += 1
        guard violations.count < Self.maximumClauses else { return }
        let echo =
            switch (isSensitive, value) {
            case (true, _): "Value"
            case (false, .null): "Value null"
            case (false, _): "Value '\(value.echo(limit: Self.maximumEcho))'"
            }
        violations.append("\(echo) at '\(place)' failed to satisfy constraint: \(constraint)")
    }

    private var place: String {
        path.map(\.text).joined(separator: ".")
    }
}

extension WireReader.Step {
    /// The step as the services spell it.
    fileprivate var text: String {
        switch self {
        case .member(let name): name.prefix(1).lowercased() + name.dropFirst()
        case .element(let index): "\(index).member"
        case .entry(let key): "\(key).member"
        }
    }
}
