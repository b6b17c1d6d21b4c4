// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The parsed ARN of a role: `arn:<partition>:iam::<account>:role/<path><name>`.
package struct RoleARN: Sendable, Equatable {
    /// The original ARN.
    package let text: String
    let partition: String
    let account: String
    /// The name without its path.
    let name: String

    /// Parses an ARN; `nil` if it is not the ARN of a role.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 5, omittingEmptySubsequences: false)
            .map(Substring.init)
        guard parts.count == 6, parts[0] == "arn", !parts[1].isEmpty, parts[2] == "iam", parts[3].isEmpty,
            Self.isAccount(parts[4]), parts[5].hasPrefix("role/"), let name = parts[5].split(separator: "/").last,
            !parts[5].hasSuffix("/"), !name.contains(":")
        else { return nil }
        self.text = text
        partition = String(parts[1])
        account = String(parts[4])
        self.name = String(name)
    }

    /// The ARN of a session of the role: `arn:<partition>:sts::<account>:assumed-role/<name>/<session>`.
    func sessionARN(named session: String) -> String {
        "arn:\(partition):sts::\(account):assumed-role/\(name)/\(session)"
    }

    /// Whether sessions of this role and of another one have the same ARNs, because the roles differ by their paths alone.
    package func sharesSessions(with other: RoleARN) -> Bool {
        !text.utf8.elementsEqual(other.text.utf8)
            && sessionARN(named: "").utf8.elementsEqual(other.sessionARN(named: "").utf8)
    }

    private static func isAccount(_ text: Substring) -> Bool {
        text.utf8.count == 12 && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
