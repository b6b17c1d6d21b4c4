// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import ShapeGenerator

@Suite struct NamingTests {
    @Test(arguments: [
        ("ClientId", "clientId"), ("MFAOptions", "mfaOptions"), ("SMSMfaSettings", "smsMfaSettings"),
        ("AWSAccountId", "awsAccountId"), ("CSS", "css"), ("CSSVersion", "cssVersion"), ("arn", "arn"), ("A", "a"),
        ("KMSKeyID", "kmsKeyID"), ("", ""),
    ])
    func `a leading run of capitals is lowered`(name: String, expected: String) {
        #expect(Naming.lowerCamel(name) == expected)
    }

    @Test(arguments: [
        ("USER_SRP_AUTH", "userSrpAuth"), ("FORCE_CHANGE_PASSWORD", "forceChangePassword"),
        ("phone_number", "phoneNumber"), ("InProgress", "inProgress"), ("LoginWithAmazon", "loginWithAmazon"),
        ("V1_0", "v1_0"), ("us-east-1", "usEast1"), ("JPEG", "jpeg"), ("3D", "value3d"), ("", "empty"),
    ])
    func `words become identifiers`(word: String, expected: String) {
        #expect(Naming.word(word) == expected)
    }

    @Test(arguments: [
        ("UserNotFoundException", "userNotFound"), ("MFAMethodNotFoundException", "mfaMethodNotFound"),
        ("IDPRejectedClaimException", "idpRejectedClaim"), ("Throttled", "throttled"),
    ])
    func `fault codes lose their suffix`(exception: String, expected: String) {
        #expect(Naming.faultCode(exception) == expected)
    }

    @Test func `reserved words are escaped`() {
        #expect(Naming.escaped("default") == "`default`")
        #expect(Naming.escaped("implicit") == "implicit")
    }
}
