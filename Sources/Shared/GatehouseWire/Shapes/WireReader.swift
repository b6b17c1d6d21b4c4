// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Tracks the position in a message, and collects errors: in strict mode the violations of the model's
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
        case entry(WireName)
    }

    /// The manner in which the values travelled.
    let form: WireForm
    /// The document that has the values, if they are read from one.
    let document: WireDocument
    /// The fault of the first value of a wrong type.
    private(set) var mismatchFault: ServiceFault?
    private let isLenient: Bool
    private var path: [Step] = []
    private var violations: [String] = []

    /// The number of violations after which the reader skips the rest of a message.
    private static let maximumViolations = 10
    /// The number of elements or entries that are read where the model sets no limit.
    static let maximumElements = 1_000
    /// The number of characters up to which a value is repeated to the caller.
    private static let maximumEcho = 1_024
    /// The number of characters up to which the name of a map's entry is repeated to the caller.
    fileprivate static let maximumName = 128

    init(form: WireForm, isLenient: Bool, document: WireDocument = .empty) {
        self.form = form
        self.document = document
        self.isLenient = isLenient
    }

    /// Whether constraints matter.
    var isStrict: Bool { !isLenient }

    /// Whether the message is refused for certain and no more violations are looked for.
    var isFull: Bool { violations.count >= Self.maximumViolations }

    /// The first violations in the words of the services; nothing if there are none.
    var violationMessage: String? {
        guard !violations.isEmpty else { return nil }
        let noun = violations.count == 1 ? "error" : "errors"
        return "\(violations.count) validation \(noun) detected: " + violations.joined(separator: "; ")
    }

    /// Reads a member if it is present.
    func read<Value: WireCodable>(_ name: String, of members: [WireName: WireValue], _ rule: WireRule?) -> Value? {
        guard !isFull, let value = members[name], !value.isNull else { return nil }
        enter(.member(name))
        defer { leave() }
        return Value.read(value, rule: rule, reader: self)
    }

    /// Reads a member of the object at a place of the document, if it is present.
    func read<Value: WireCodable>(_ name: String, ofObjectAt place: Int, _ rule: WireRule?) -> Value? {
        guard !isFull, let member = document.member(name, ofObjectAt: place), !document.isNull(at: member) else {
            return nil
        }
        enter(.member(name))
        defer { leave() }
        return Value.read(at: member, rule: rule, reader: self)
    }

    /// Refuses the message for the first value of a wrong type, or else for all violations.
    ///
    /// - Parameter service: The service addressed, for its code for violations.
    /// - Throws: The fault, if the message has one.
    func finish(for service: ServiceIdentity) throws(ServiceFault) {
        if let fault = mismatchFault { throw fault }
        if let message = violationMessage { throw ServiceFault(service.validationCode, message) }
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
        isEmptyText(value) ? [] : value.arrayValue
    }

    /// The members of a structure or map; in query messages an empty one is empty text.
    func members(of value: WireValue) -> [WireName: WireValue]? {
        isEmptyText(value) ? [:] : value.objectValue
    }

    private func isEmptyText(_ value: WireValue) -> Bool {
        form == .query && value.stringValue?.isEmpty == true
    }

    /// Notes that a required member is missing.
    func reportMissing(_ name: String, isSensitive: Bool) {
        enter(.member(name))
        report("Member must not be null", value: .null, isSensitive: isSensitive)
        leave()
    }

    /// Notes a violation at the present place.
    func report(_ constraint: String, value: WireValue, isSensitive: Bool) {
        guard isStrict, !isFull else { return }
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
        case .entry(let key): "\(String(key.text.unicodeScalars.prefix(WireReader.maximumName))).member"
        }
    }
}
