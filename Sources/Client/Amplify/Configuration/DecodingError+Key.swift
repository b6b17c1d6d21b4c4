// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

extension DecodingError {
    /// Describes the key with the error, and suggests a correction.
    ///
    /// - Parameter spelling: the spelling of keys in the file.
    /// - Returns: both, as sentences that begin with the key or with a verb.
    func complaint(spelling: (String) -> String) -> (text: String, cure: String) {
        switch self {
        case .keyNotFound(let key, let context):
            let path = Self.path(context.codingPath + [key], spelling)
            return ("\(path) is missing", "Add \(path)")
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            if context.codingPath.isEmpty { return (context.debugDescription, "Check the syntax of the file") }
            let path = Self.path(context.codingPath, spelling)
            return ("\(path) has no acceptable value: \(context.debugDescription)", "Correct \(path)")
        @unknown default: return ("\(self)", "Compare the file with its format")
        }
    }

    private static func path(_ keys: [any CodingKey], _ spelling: (String) -> String) -> String {
        keys.map { key in key.intValue.map { "\($0)" } ?? spelling(key.stringValue) }.joined(separator: ".")
    }
}
