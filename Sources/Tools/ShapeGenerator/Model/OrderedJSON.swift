// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// JSON whose members keep their order, which Foundation's decoder forgets and the models' readers rely on.
enum OrderedJSON: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([OrderedJSON])
    case object([Member])

    /// A named value of an object.
    struct Member: Equatable {
        var name: String
        var value: OrderedJSON
    }

    /// Reads a document.
    init(_ text: Data) throws(GeneratorError) {
        var parser = OrderedJSONParser(text)
        self = try parser.document()
    }

    subscript(name: String) -> OrderedJSON? {
        members.first { $0.name == name }?.value
    }

    var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    var elements: [OrderedJSON] {
        if case .array(let elements) = self { elements } else { [] }
    }

    var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    var number: Int64? {
        if case .number(let number) = self { Int64(exactly: number) } else { nil }
    }

    var isTrue: Bool { self == .bool(true) }
}
