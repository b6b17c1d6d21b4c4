// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A node of a tree.
public class Tree<E> {
    /// The node's value.
    public var value: E

    /// The nodes below this one.
    public var children: [Tree<E>] = []

    /// The node above this one.
    public weak var parent: Tree<E>?

    /// Makes a node without parent and children.
    public init(value: E) {
        self.value = value
    }

    /// Adds a node below this one and sets its parent.
    public func addChild(settingParentOf child: Tree) {
        children.append(child)
        child.parent = self
    }
}

/// A reference that does not keep its object alive.
public class WeakRef<T: AnyObject> {
    /// The object, until it is released.
    public weak var value: T?

    /// Makes a reference.
    public init(_ value: T?) {
        self.value = value
    }
}
