// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A state of an environment: what one push left there.
package struct PushedState: Sendable, Equatable {
    /// The number, which counts the states of the environment from 1.
    package let number: Int
    /// The SHA-256 of the list of files, in lower-case hexadecimal digits.
    package let sha256: String
    /// The access key or the ARN of the caller that pushed.
    package let pushedBy: String
    /// The computer from which was pushed, in the caller's words.
    package let pushedFrom: String
    /// The time of the push.
    package let pushedAt: Date

    /// Creates a state.
    package init(number: Int, sha256: String, pushedBy: String, pushedFrom: String, pushedAt: Date) {
        self.number = number
        self.sha256 = sha256
        self.pushedBy = pushedBy
        self.pushedFrom = pushedFrom
        self.pushedAt = pushedAt
    }
}

/// A file of a state; its content is stored once for each project.
package struct PushedFile: Sendable, Equatable {
    /// The path in the project's folder, with `/` between its parts.
    package let path: String
    /// The SHA-256 of the content, in lower-case hexadecimal digits.
    package let sha256: String
    /// The number of bytes.
    package let size: Int
    /// Whether the file is executable.
    package let isProgram: Bool

    /// Creates a file.
    package init(path: String, sha256: String, size: Int, isProgram: Bool) {
        self.path = path
        self.sha256 = sha256
        self.size = size
        self.isProgram = isProgram
    }
}

/// The number and the size of contents that no state uses.
package struct UnusedContent: Sendable, Equatable {
    /// The number of contents.
    package let count: Int
    /// Their bytes in all.
    package let bytes: Int

    /// Creates a sum.
    package init(count: Int, bytes: Int) {
        self.count = count
        self.bytes = bytes
    }
}
