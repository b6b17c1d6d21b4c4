// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseText

/// The path of a route: fixed segments, and parameters in angle brackets, as in `/<pool id>/.well-known/jwks.json`.
package struct RoutePath: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment {
        case fixed([UInt8])
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
            segment.first == UInt8(ascii: "<") ? .parameter : .fixed(Array(segment))
        }
        hasParameters = text.utf8.contains(UInt8(ascii: "<"))
    }

    /// The number of slashes, which every path of this form has.
    package var numberOfSlashes: Int { segments.count - 1 }

    /// The number of bytes of the last segment; `nil` for a parameter.
    package var lengthOfLastSegment: Int? {
        switch segments.last {
        case .fixed(let bytes): bytes.count
        case .parameter: nil
        case nil: 0
        }
    }

    /// The values of the parameters in their order; `nil` for another path, or for an empty parameter.
    package func parameters(in path: String) -> [String]? {
        guard hasParameters else { return description.hasBytes(of: path.isEmpty ? "/" : path) ? [] : nil }
        var path = path.isEmpty ? "/" : path
        return path.withUTF8 { unsafe parameters(inBytes: $0) }
    }

    private func parameters(inBytes path: UnsafeBufferPointer<UInt8>) -> [String]? {
        // The segments begin with the empty one before the first slash.
        var start = 0
        var parameters: [String] = []
        for segment in segments {
            guard start <= path.count else { return nil }
            var end = start
            while end < path.count, unsafe path[end] != Self.slash { end += 1 }
            switch segment {
            case .fixed(let bytes):
                guard end - start == bytes.count, unsafe path[start..<end].elementsEqual(bytes) else { return nil }
            case .parameter:
                guard end > start else { return nil }
                parameters.append(unsafe String(decoding: path[start..<end], as: UTF8.self))
            }
            start = end + 1
        }
        return start > path.count ? parameters : nil
    }
}
