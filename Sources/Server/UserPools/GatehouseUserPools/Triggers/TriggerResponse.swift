// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// What a function filled into an event's `response`, read without lenience: a member of the wrong type is a fault.
struct TriggerResponse: Sendable {
    private let members: [WireName: WireValue]

    /// Reads the event that a function returned; `isNeeded` tells whether it must have a response.
    /// - Throws: `InvalidLambdaResponseException`.
    init(_ event: WireValue, isNeeded: Bool = true) throws(ServiceFault) {
        guard let event = event.objectValue else { throw .unrecognizableOutput }
        switch event["response"] {
        case .object(let members)?: self.members = members
        case nil where !isNeeded, .null? where !isNeeded: members = [:]
        default: throw .unrecognizableOutput
        }
    }

    private init(members: [WireName: WireValue]) {
        self.members = members
    }

    /// A truth value; `false` if there is none.
    func flag(_ name: String) throws(ServiceFault) -> Bool {
        guard let value = value(name) else { return false }
        guard let flag = value.boolValue else { throw .unrecognizableOutput }
        return flag
    }

    /// A text.
    func text(_ name: String) throws(ServiceFault) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw .unrecognizableOutput }
        return text
    }

    /// A list of texts.
    func list(_ name: String) throws(ServiceFault) -> [String]? {
        guard let value = value(name) else { return nil }
        guard let elements = value.arrayValue else { throw .unrecognizableOutput }
        let texts = elements.compactMap(\.stringValue)
        guard texts.count == elements.count else { throw .unrecognizableOutput }
        return texts
    }

    /// Texts by name.
    func texts(_ name: String) throws(ServiceFault) -> [String: String]? {
        guard let members = try values(name) else { return nil }
        var texts: [String: String] = [:]
        for (name, value) in members {
            guard let text = value.stringValue else { throw .unrecognizableOutput }
            texts[name.text] = text
        }
        return texts
    }

    /// Values of any type by name.
    func values(_ name: String) throws(ServiceFault) -> [WireName: WireValue]? {
        guard let value = value(name) else { return nil }
        guard let members = value.objectValue else { throw .unrecognizableOutput }
        return members
    }

    /// A part with members of its own.
    func part(_ name: String) throws(ServiceFault) -> TriggerResponse? {
        try values(name).map(TriggerResponse.init(members:))
    }

    /// Whether a member is there, if only as `null`.
    func has(_ name: String) -> Bool { members[name] != nil }

    private func value(_ name: String) -> WireValue? {
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }
}

extension ServiceFault {
    static let unrecognizableOutput = ServiceFault(.invalidLambdaResponse, "Unrecognizable lambda output")
}
