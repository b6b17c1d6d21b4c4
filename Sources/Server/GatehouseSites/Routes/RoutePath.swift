// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// The path of a route: fixed segments, and parameters in angle brackets, as in `/<pool id>/.well-known/jwks.json`.
package struct RoutePath: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment {
        case fixed(String)
        case parameter
    }

    private static let slash = UInt8(ascii: "/")

    package let description: String
    private let segments: [Segment]
    private let hasParameters: Bool

    /// Reads the text of a path.
    package init(stringLiteral text: String) {
        description = text
        segments = text.utf8.split(separator: Self.slash, omittingEmptySubsequences: false).map { segment in
            segment.first == UInt8(ascii: "<") ? .parameter : .fixed(String(Substring(segment)))
        }
        hasParameters = text.utf8.contains(UInt8(ascii: "<"))
    }

    /// The number of slashes, which every path of this form has.
    package var numberOfSlashes: Int { segments.count - 1 }

    /// The number of bytes of the last segment; `nil` for a parameter.
    package var lengthOfLastSegment: Int? {
        switch segments.last {
        case .fixed(let text): text.utf8.count
        case .parameter: nil
        case nil: 0
        }
    }

    /// The values of the parameters in their order; `nil` for another path, or for an empty parameter.
    package func parameters(in path: String) -> [String]? {
        guard hasParameters else { return description.hasBytes(of: path.isEmpty ? "/" : path) ? [] : nil }
        // The segments begin with the empty one before the first slash.
        var rest: Substring.UTF8View? = (path.isEmpty ? "/" : path)[...].utf8
        var parameters: [String] = []
        for segment in segments {
            guard let bytes = rest else { return nil }
            let end = bytes.firstIndex(of: Self.slash) ?? bytes.endIndex
            switch segment {
            case .fixed(let text):
                guard bytes[..<end].elementsEqual(text.utf8) else { return nil }
            case .parameter:
                guard end > bytes.startIndex else { return nil }
                parameters.append(String(Substring(bytes[..<end])))
            }
            rest = end < bytes.endIndex ? bytes[bytes.index(after: end)...] : nil
        }
        return rest == nil ? parameters : nil
    }
}
