// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// What a push would destroy for good: it does so only after the name was typed.
package struct Loss: Sendable, Equatable {
    /// The name that is typed to accept the loss.
    package let resource: String
    /// What is lost, one sentence with its number.
    package let text: String
    /// How many things are lost, for example users.
    package let count: Int

    /// Makes the loss.
    package init(resource: String, text: String, count: Int) {
        self.resource = resource
        self.text = text
        self.count = count
    }
}

/// What the server cannot change: nothing is pushed while there is an obstacle.
package struct Obstacle: Sendable, Equatable {
    /// What cannot be changed, one sentence.
    package let text: String
    /// What to do instead.
    package let cure: String

    /// Makes the obstacle.
    package init(text: String, cure: String) {
        self.text = text
        self.cure = cure
    }
}
