// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseWire

extension SignInReply {
    /// A parameter that the challenge cannot do without.
    ///
    /// - Throws: `.unanswerable` naming it.
    func required(_ name: String) throws(SessionError) -> String {
        guard let value = parameters[name], !value.isEmpty else {
            throw .unanswerable("The challenge lacks \(name).")
        }
        return value
    }

    /// The factors in a parameter that is a JSON array inside a string; unknown names are dropped.
    func secondFactors(in name: String) -> Set<SecondFactor> {
        let names = parameters[name].flatMap { try? WireValue(json: Data($0.utf8)) }?.arrayValue ?? []
        return Set(names.compactMap { $0.stringValue.flatMap(SecondFactor.init(rawValue:)) })
    }
}
