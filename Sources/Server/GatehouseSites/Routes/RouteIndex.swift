// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Paths by the length of their last segment, so that a search compares a request's path with few of them, however many
/// sites there are.
struct RouteIndex: Sendable {
    /// The positions of the paths whose last segment has a length, or can have any length.
    private let positions: [[Int]]
    /// The positions of the paths whose last segment can have any length.
    private let others: [Int]

    init(_ paths: [RoutePath]) {
        let lengths = paths.map(\.lengthOfLastSegment)
        others = lengths.indices.filter { lengths[$0] == nil }
        positions = (0...(lengths.compactMap(\.self).max() ?? 0)).map { length in
            lengths.indices.filter { lengths[$0] == nil || lengths[$0] == length }
        }
    }

    /// The positions of the paths that can be the path of a request, in their order.
    func candidates(for path: String) -> [Int] {
        let length = path.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.count
        return length < positions.count ? positions[length] : others
    }
}
