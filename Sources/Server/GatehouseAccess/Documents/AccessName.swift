// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names of the registry's entries.
///
/// Source: the IAM API reference, parameters `RoleName`, `UserName`, `PolicyName`, `Name` and `Path`.
enum AccessName {
    /// The characters beside letters and digits in names of roles, users and policies.
    static let usual = "+=,.@_-"

    /// The longest path of a role, user or policy.
    private static let maximumPath = 512

    /// Checks a name of letters, digits and some other characters of ASCII.
    /// - Throws: ``AccessFlaw``.
    static func check(_ name: String, limit: Int, allowing others: String) throws(AccessFlaw) {
        guard !name.isEmpty else { throw AccessFlaw(.empty) }
        guard name.utf8.count <= limit else { throw AccessFlaw(.tooLong(limit)) }
        guard name.utf8.allSatisfy({ isLetterOrDigit($0) || others.utf8.contains($0) }) else {
            throw AccessFlaw(.malformed("a name of letters, digits and \(others)"))
        }
    }

    /// Checks the path of a role, user or policy: `/`, or names between slashes.
    /// - Throws: ``AccessFlaw``.
    static func check(path: String) throws(AccessFlaw) {
        guard path.utf8.count <= maximumPath else { throw AccessFlaw(.tooLong(maximumPath)) }
        guard path.hasPrefix("/"), path.hasSuffix("/"), path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            !path.utf8.contains(UInt8(ascii: ":"))
        else { throw AccessFlaw(.malformed("a path that begins and ends with /")) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
