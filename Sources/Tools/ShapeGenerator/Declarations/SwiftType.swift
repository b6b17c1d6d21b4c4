// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The Swift type of a value of a model.
indirect enum SwiftType: Equatable {
    case string
    case integer
    case long
    case boolean
    case date
    case data
    case document
    case list(SwiftType)
    case map(SwiftType)
    /// A generated type.
    case generated(String)

    /// The type as it is written.
    var text: String {
        switch self {
        case .string: "String"
        case .integer: "Int"
        case .long: "Int64"
        case .boolean: "Bool"
        case .date: "Date"
        case .data: "Data"
        case .document: "WireValue"
        case .list(let element): "[\(element.text)]"
        case .map(let value): "[String: \(value.text)]"
        case .generated(let name): name
        }
    }

    /// The innermost type: the element type of a list or map.
    var core: SwiftType {
        switch self {
        case .list(let part), .map(let part): part.core
        default: self
        }
    }

    /// Whether the type is Foundation's.
    var needsFoundation: Bool { core == .date || core == .data }
}
