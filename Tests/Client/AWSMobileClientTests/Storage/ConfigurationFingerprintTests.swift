// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Testing

@testable import AWSMobileClient

@Suite struct ConfigurationFingerprintTests {
    /// All configurations of two user pools, of which the first has two app clients, and two identity pools.
    private static let all: [ConfigurationFingerprint] = [
        (nil, nil), ("A", "1"), ("A", "2"), ("B", "3"),
    ].flatMap { pool, client in
        [nil, "I", "J"].map { ConfigurationFingerprint(userPoolID: pool, clientID: client, identityPoolID: $0) }
    }

    @Test(arguments: all)
    func `a session continues with the same configuration`(configuration: ConfigurationFingerprint) {
        #expect(configuration.keepsSession(of: configuration))
    }

    @Test(arguments: all)
    func `a session continues if a user pool is added to its identity pool, and ends with every other change`(
        former: ConfigurationFingerprint
    ) {
        for new in Self.all where new != former {
            let isAddition =
                former.userPoolID == nil && former.identityPoolID != nil
                && new.identityPoolID == former.identityPoolID
            #expect(new.keepsSession(of: former) == isAddition, "\(former) to \(new)")
        }
    }

    @Test(
        arguments: [
            // The identity pool stays, and a user pool is added.
            (ConfigurationFingerprint(identityPoolID: "I"), ("A", "1", "I"), true),
            // The user pool goes.
            (ConfigurationFingerprint(userPoolID: "A", clientID: "1", identityPoolID: "I"), (nil, nil, "I"), false),
            // Another app client, user pool or identity pool.
            (ConfigurationFingerprint(userPoolID: "A", clientID: "1"), ("A", "2", nil), false),
            (ConfigurationFingerprint(userPoolID: "A", clientID: "1"), ("B", "1", nil), false),
            (ConfigurationFingerprint(userPoolID: "A", clientID: "1", identityPoolID: "I"), ("A", "1", "J"), false),
            (ConfigurationFingerprint(identityPoolID: "I"), (nil, nil, "J"), false),
            (ConfigurationFingerprint(identityPoolID: "I"), ("A", "1", "J"), false),
            // An identity pool is added or removed.
            (ConfigurationFingerprint(userPoolID: "A", clientID: "1"), ("A", "1", "I"), false),
            (ConfigurationFingerprint(userPoolID: "A", clientID: "1", identityPoolID: "I"), ("A", "1", nil), false),
            // Only pages of another provider before, and none after.
            (ConfigurationFingerprint(), ("A", "1", nil), false), (ConfigurationFingerprint(), (nil, nil, "I"), false),
        ] as [(ConfigurationFingerprint, (String?, String?, String?), Bool)])
    func `each kind of change keeps or ends the session`(
        former: ConfigurationFingerprint, new: (String?, String?, String?), keeps: Bool
    ) {
        let new = ConfigurationFingerprint(userPoolID: new.0, clientID: new.1, identityPoolID: new.2)
        #expect(new.keepsSession(of: former) == keeps)
    }
}
