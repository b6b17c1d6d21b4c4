// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names and the ARNs of roles.
package enum RoleNames {
    /// The most characters of the name of a role.
    package static let longest = 64

    /// The role of the users of a group.
    ///
    /// - Parameters:
    ///   - group: the name of the group.
    ///   - pool: the id of the user pool.
    /// - Returns: the name, as AWS's tool makes it.
    package static func group(_ group: String, ofPool pool: String) -> String {
        "\(pool)-\(group)GroupRole"
    }

    /// The ARN of a role.
    ///
    /// - Parameters:
    ///   - name: the name of the role.
    ///   - account: the number of the server's account.
    /// - Returns: the ARN.
    package static func arn(_ name: String, account: String) -> String {
        "arn:aws:iam::\(account):role/\(name)"
    }

    /// The number of the account in an ARN, such as that of a user pool; `nil` if the text is not an ARN.
    package static func account(inARN arn: String) -> String? {
        let parts = arn.split(separator: ":", maxSplits: 5, omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "arn", !parts[4].isEmpty else { return nil }
        return String(parts[4])
    }

    /// Whether a text can be the name of a role.
    static func isValid(_ name: String) -> Bool {
        (1...longest).contains(name.utf8.count)
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "_+=,.@-".utf8.contains(byte)
                }
            }
    }
}
