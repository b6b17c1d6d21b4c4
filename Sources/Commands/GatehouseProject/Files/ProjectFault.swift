// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A flaw of a project file: the file, the place, the reason and the cure.
///
/// Commands end with status 66.
package struct ProjectFault: Error, Equatable, CustomStringConvertible {
    /// The file's path, relative to the project's root folder.
    package let path: String
    /// The value in the file; `nil` if the whole file is meant.
    package let pointer: JSONPointer?
    /// The line of the value, counted from 1.
    package let line: Int?
    /// The error in words: a sentence.
    package let problem: String
    /// What helps: a sentence.
    package let cure: String

    /// Makes a fault of a whole file.
    package init(_ path: String, _ problem: String, cure: String) {
        self.path = path
        pointer = nil
        line = nil
        self.problem = problem
        self.cure = cure
    }

    /// Makes a fault of a value in a file.
    package init(_ path: String, _ flaw: JSONFlaw, cure: String? = nil) {
        self.path = path
        pointer = flaw.pointer
        line = flaw.line
        problem = flaw.problem
        self.cure = cure ?? Self.cure(of: path)
    }

    /// What helps for a file that cannot be used: no version control system has the files of one machine.
    private static func cure(of path: String) -> String {
        if path == ProjectPaths.meta || path.hasPrefix("amplify/.config/local-")
            || path.hasPrefix(ProjectPaths.pushed)
        {
            let cure = "Remove the file, and run amplify env checkout NAME with the name of the environment."
            let keys = " Calls need AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY where the file had a profile."
            return path == ProjectPaths.localAWS ? cure + keys : cure
        }
        return "Correct the line, or bring the file back from the version control system."
    }

    /// The fault in one line, for example `amplify/cli.json:3: /features: The value is a text …`.
    package var description: String {
        let place = [path, line.map { String($0) }].compactMap(\.self).joined(separator: ":")
        let value = pointer.map { $0.tokens.isEmpty ? "" : "\($0): " } ?? ""
        return "\(place): \(value)\(problem) \(cure)"
    }
}
