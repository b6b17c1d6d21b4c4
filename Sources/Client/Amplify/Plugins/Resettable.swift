// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// Something that can be put back to how it was before it was configured.
public protocol Resettable {
    /// Lets go of everything that was set up or stored in memory.
    func reset() async
}

extension Resettable where Self: Plugin {
    /// Does nothing: the default for a plugin without state.
    public func reset() async {}
}
