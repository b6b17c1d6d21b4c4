// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Finds the edges that close cycles of a graph: in one walk, and without recursion, since a stranger draws the graph.
enum Cycles {
    /// An edge that leads back to a node on the way from which the walk came.
    struct Closing<Node, Edge> {
        /// The edge.
        var edge: Edge
        /// The nodes of the cycle; the edge leads from the last to the first.
        var nodes: [Node]
    }

    /// The closing edges of a walk that starts at each of `nodes`, in order; each edge is followed once.
    static func closingEdges<Node: Hashable, Edge>(
        from nodes: [Node], _ edges: (Node) -> [(to: Node, edge: Edge)]
    ) -> [Closing<Node, Edge>] {
        walk(from: nodes, edges).closing
    }

    /// The closing edges, and all nodes in an order in which a node comes after those that its edges lead to, but for
    /// the closing edges.
    static func walk<Node: Hashable, Edge>(
        from nodes: [Node], _ edges: (Node) -> [(to: Node, edge: Edge)]
    ) -> (closing: [Closing<Node, Edge>], order: [Node]) {
        var found: [Closing<Node, Edge>] = []
        var order: [Node] = []
        var finished: Set<Node> = []
        for start in nodes where !finished.contains(start) {
            var way: [(node: Node, edges: [(to: Node, edge: Edge)], next: Int)] = [(start, edges(start), 0)]
            var positions = [start: 0]
            while let step = way.last {
                guard step.next < step.edges.count else {
                    finished.insert(step.node)
                    order.append(step.node)
                    positions[step.node] = nil
                    way.removeLast()
                    continue
                }
                way[way.count - 1].next += 1
                let (node, edge) = step.edges[step.next]
                if let position = positions[node] {
                    found.append(Closing(edge: edge, nodes: way[position...].map(\.node)))
                } else if !finished.contains(node) {
                    positions[node] = way.count
                    way.append((node, edges(node), 0))
                }
            }
        }
        return (found, order)
    }
}
