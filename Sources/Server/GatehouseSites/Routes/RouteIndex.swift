// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Paths by their number of slashes and the length of their last segment, so that a search compares a request's path with
/// few of them, however many sites there are.
struct RouteIndex: Sendable {
    /// The positions of the paths with one number of slashes.
    private struct Group {
        /// The positions of the paths whose last segment has a length, or can have any length.
        let positions: [[Int]]
        /// The positions of the paths whose last segment can have any length.
        let others: [Int]

        /// Creates the group of the paths at some of the positions.
        init(_ paths: [RoutePath], at members: [Int]) {
            let ends = members.map { position in (position: position, length: paths[position].lengthOfLastSegment) }
            others = ends.filter { $0.length == nil }.map { $0.position }
            positions = (0...(ends.compactMap { $0.length }.max() ?? 0)).map { length in
                ends.filter { $0.length == nil || $0.length == length }.map { $0.position }
            }
        }
    }

    /// The groups by their number of slashes.
    private let groups: [Group]

    init(_ paths: [RoutePath]) {
        groups = (0...(paths.map(\.numberOfSlashes).max() ?? 0)).map { number in
            Group(paths, at: paths.indices.filter { paths[$0].numberOfSlashes == number })
        }
    }

    /// The positions of the paths that can be the path of a request, in their order.
    func candidates(for path: String) -> [Int] {
        // An empty path is the path `/`.
        var (slashes, length) = (path.isEmpty ? 1 : 0, 0)
        for byte in path.utf8 {
            if byte == UInt8(ascii: "/") { (slashes, length) = (slashes + 1, 0) } else { length += 1 }
        }
        guard slashes < groups.count else { return [] }
        let group = groups[slashes]
        return length < group.positions.count ? group.positions[length] : group.others
    }
}
