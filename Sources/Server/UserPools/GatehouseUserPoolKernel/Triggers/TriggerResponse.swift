// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseUserPoolModel
import GatehouseWire

/// The `response` of an event that a function returned; a member of the wrong type is a fault.
struct TriggerResponse: Sendable {
    private let members: [WireName: WireValue]

    /// Creates the response from the returned event; `isNeeded` tells whether the response is required.
    ///
    /// - Throws: `InvalidLambdaResponseException` for an invalid event or a missing response.
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

    /// Returns a boolean member; `false` if it is missing.
    func flag(_ name: String) throws(ServiceFault) -> Bool {
        guard let value = value(name) else { return false }
        guard let flag = value.boolValue else { throw .unrecognizableOutput }
        return flag
    }

    /// Returns a string member.
    func text(_ name: String) throws(ServiceFault) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.stringValue else { throw .unrecognizableOutput }
        return text
    }

    /// Returns a member that is a list of strings.
    func list(_ name: String) throws(ServiceFault) -> [String]? {
        guard let value = value(name) else { return nil }
        guard let elements = value.arrayValue else { throw .unrecognizableOutput }
        let texts = elements.compactMap(\.stringValue)
        guard texts.count == elements.count else { throw .unrecognizableOutput }
        return texts
    }

    /// Returns a member that is a map of strings.
    func texts(_ name: String) throws(ServiceFault) -> [String: String]? {
        guard let members = try values(name) else { return nil }
        var texts: [String: String] = [:]
        for (name, value) in members {
            guard let text = value.stringValue else { throw .unrecognizableOutput }
            texts[name.text] = text
        }
        return texts
    }

    /// Returns a member that is a map of values of any type.
    func values(_ name: String) throws(ServiceFault) -> [WireName: WireValue]? {
        guard let value = value(name) else { return nil }
        guard let members = value.objectValue else { throw .unrecognizableOutput }
        return members
    }

    /// Returns a member that is an object.
    func part(_ name: String) throws(ServiceFault) -> TriggerResponse? {
        try values(name).map(TriggerResponse.init(members:))
    }

    /// Returns whether a member is present, even as `null`.
    func has(_ name: String) -> Bool { members[name] != nil }

    private func value(_ name: String) -> WireValue? {
        guard let value = members[name], !value.isNull else { return nil }
        return value
    }
}

extension ServiceFault {
    static let unrecognizableOutput = ServiceFault(.invalidLambdaResponse, "Unrecognizable lambda output")
}
