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
        var whole = path.isEmpty ? "/" : path
        // A request's path is compared with several routes, and by its indices each byte takes many instructions.
        return whole.withUTF8 { unsafe parameters(in: $0) }
    }

    private func parameters(in path: UnsafeBufferPointer<UInt8>) -> [String]? {
        var parameters: [String] = []
        // The segments begin with the empty one before the first slash.
        var start = 0
        for segment in segments {
            guard start <= path.count else { return nil }
            var end = start
            while end < path.count, unsafe path[end] != Self.slash { end += 1 }
            let bytes = unsafe UnsafeBufferPointer(rebasing: path[start..<end])
            switch segment {
            case .fixed(let text):
                guard unsafe Self.areEqual(bytes, text) else { return nil }
            case .parameter:
                guard end > start else { return nil }
                parameters.append(unsafe String(decoding: bytes, as: UTF8.self))
            }
            start = end + 1
        }
        return start > path.count ? parameters : nil
    }

    private static func areEqual(_ bytes: UnsafeBufferPointer<UInt8>, _ text: String) -> Bool {
        guard bytes.count == text.utf8.count else { return false }
        var position = 0
        for byte in text.utf8 {
            guard unsafe bytes[position] == byte else { return false }
            position += 1
        }
        return true
    }
}
