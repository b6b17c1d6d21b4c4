// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseAccess
import Testing

/// The documented file of the registry.
@Suite struct AccessDocumentTests {
    private static let trust = #"""
        {"Version": "2012-10-17", "Statement":
         {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "123456789012"}}}
        """#

    private static func read(_ json: String) throws(AccessFlaw) -> AccessDocument {
        try AccessDocument(json: Array(json.utf8)) { name throws(AccessFlaw) in
            guard name == "corp.xml" else { throw AccessFlaw(.missing, at: ["metadataFile"]) }
            return "<metadata/>"
        }
    }

    @Test func `the entries of all kinds are read in the order of their names`() throws {
        let document = try Self.read(
            #"""
            {"policies": {"readers": {"document": {"Version": "2012-10-17",
               "Statement": {"Effect": "Allow", "Action": "s3:*", "Resource": "*"}}}},
             "roles": {"b": {"trustPolicy": \#(Self.trust), "attachedPolicies": ["readers"]},
                       "a": {"trustPolicy": \#(Self.trust), "maximumSessionDuration": 7200}},
             "users": {"ada": {}},
             "openIdProviders": [{"url": "https://accounts.google.com", "clientIds": ["app"]}],
             "samlProviders": {"corp": {"metadataFile": "corp.xml"}, "other": {"metadata": "<other/>"}}}
            """#)
        #expect(document.policies.map(\.name) == ["readers"])
        #expect(document.roles.map(\.name) == ["a", "b"])
        #expect(document.roles.map(\.maximumSession) == [7_200, 3_600])
        #expect(document.roles[1].permissions.attached == ["readers"])
        #expect(document.users.map(\.name) == ["ada"])
        #expect(document.openIDProviders.map(\.name) == ["accounts.google.com"])
        #expect(document.samlProviders.map(\.metadata) == ["<metadata/>", "<other/>"])
        #expect(try Self.read("{}") == .empty)
    }

    @Test(
        arguments: [
            ("[]", "is not an object"),
            (#"{"role": {}}"#, "role: is unknown, use roles"),
            (#"{"roles": []}"#, "roles: is not an object by names"),
            (#"{"roles": {"a": {}}}"#, "roles.a.trustPolicy: is missing"),
            (#"{"roles": {"a": {"trustPolicy": {"Version": "2012-10-17", "Statement": []}}}}"#, "roles.a.trustPolicy"),
            (#"{"users": {"ada": {}, "ada": {}}}"#, "names a member of an object twice"),
            (#"{"users": {"administrator": {}}}"#, "users.administrator"),
            (#"{"openIdProviders": {}}"#, "openIdProviders: is not a list"),
            (#"{"openIdProviders": [{"url": "ftp://a"}]}"#, "openIdProviders[0]"),
            (
                #"{"samlProviders": {"corp": {"metadata": "<a/>", "metadataFile": "corp.xml"}}}"#,
                "samlProviders.corp: use either metadata or metadataFile"
            ),
            (
                #"{"samlProviders": {"corp": {"metadataFile": "other.xml"}}}"#,
                "samlProviders.corp.metadataFile: is missing"
            ),
        ])
    func `a flaw is named with its place`(_ json: String, _ text: String) {
        let flaw = #expect(throws: AccessFlaw.self) { try Self.read(json) }
        #expect(flaw?.description.contains(text) == true, "\(flaw?.description ?? "")")
    }

    @Test func `an issuer that occurs twice, with and without a slash, is refused`() {
        let flaw = #expect(throws: AccessFlaw.self) {
            try Self.read(
                #"""
                {"openIdProviders": [{"url": "https://a.example", "clientIds": ["a"]},
                                     {"url": "https://a.example/", "clientIds": ["b"]}]}
                """#)
        }
        #expect(flaw?.place == ["openIdProviders"])
    }

    @Test func `a role whose trust policy names no audience is refused`() {
        let unsafe = Self.trust.replacing("sts:AssumeRole", with: "sts:AssumeRoleWithWebIdentity")
            .replacing(#""AWS": "123456789012""#, with: #""Federated": "cognito-identity.amazonaws.com""#)
        let flaw = #expect(throws: AccessFlaw.self) {
            try Self.read(#"{"roles": {"app": {"trustPolicy": \#(unsafe)}}}"#)
        }
        #expect(flaw?.place == ["roles", "app", "trustPolicy", "Statement", "[0]", "Condition"])
    }

    @Test func `a file that is larger than its bound is refused before it is read`() {
        let flaw = #expect(throws: AccessFlaw.self) {
            try Self.read(String(repeating: " ", count: AccessDocument.maximumLength + 1))
        }
        #expect(flaw?.problem == .tooLong(AccessDocument.maximumLength))
    }
}
