// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The path of a route: fixed segments, and parameters in angle brackets, as in `/<pool id>/.well-known/jwks.json`.
struct RoutePath: Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Segment {
        case fixed(String)
        case parameter
    }

    let description: String
    private let segments: [Segment]

    /// Reads the text of a path.
    init(stringLiteral text: String) {
        description = text
        segments = Self.segments(of: text).map { segment in
            segment.first == UInt8(ascii: "<") ? .parameter : .fixed(String(Substring(segment)))
        }
    }

    /// The segments of a path, beginning with the empty one before the first slash.
    static func segments(of path: String) -> [Substring.UTF8View] {
        (path.isEmpty ? "/" : path)[...].utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }

    /// The values of the parameters in their order; `nil` for another path, or for an empty parameter.
    func parameters(in given: [Substring.UTF8View]) -> [String]? {
        guard given.count == segments.count else { return nil }
        var parameters: [String] = []
        for (bytes, segment) in zip(given, segments) {
            switch segment {
            case .fixed(let text):
                guard bytes.elementsEqual(text.utf8) else { return nil }
            case .parameter:
                guard !bytes.isEmpty else { return nil }
                parameters.append(String(Substring(bytes)))
            }
        }
        return parameters
    }
}
