// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The story's lines on the terminal, in two columns.
enum Report {
    private static let width = 26

    /// Begins a chapter.
    static func chapter(_ title: String) {
        print("\n\(title)")
    }

    /// One step and what came of it.
    static func step(_ label: String, _ result: some CustomStringConvertible) {
        let dots = String(repeating: ".", count: max(2, width - label.count))
        print("  \(label) \(dots) \(result)")
    }

    /// As much of a secret as may be shown.
    static func hint(of secret: String) -> String {
        "\(secret.prefix(6))… (\(secret.count) characters)"
    }
}
