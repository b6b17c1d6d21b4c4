// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import GatehouseSecurityTokens

@Suite struct RoleARNTests {
    @Test(arguments: [
        ("arn:aws:iam::123456789012:role/Users", "arn:aws:sts::123456789012:assumed-role/Users/s"),
        ("arn:aws:iam::123456789012:role/app/team/Users", "arn:aws:sts::123456789012:assumed-role/Users/s"),
        ("arn:aws-cn:iam::123456789012:role/Users", "arn:aws-cn:sts::123456789012:assumed-role/Users/s"),
    ])
    func `a session is known by the role's name without its path`(_ role: String, _ session: String) {
        #expect(RoleARN(role)?.sessionARN(named: "s") == session)
    }

    @Test(arguments: [
        "", ":::::", "arn:aws:iam::123456789012:role/", "arn:aws:iam::123456789012:role/Users/",
        "arn:aws:iam::123456789012:user/Users", "arn:aws:iam::12345:role/Users", "arn:aws:sts::123456789012:role/Users",
        "arn:aws:iam:us-east-1:123456789012:role/Users", "arn::iam::123456789012:role/Users",
        "arn:aws:iam::١٢٣٤٥٦٧٨٩٠١٢:role/Users", "arn:aws:iam::123456789012:role/a:b",
    ])
    func `other ARNs name no role`(_ text: String) {
        #expect(RoleARN(text) == nil)
    }
}
