// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import Testing

@testable import Amplify

/// A file that cannot be decoded: the error names the key, in the file's spelling, and a cure.
@Suite struct ConfigurationComplaintTests {
    private static let auth = #""aws_region": "r", "user_pool_id": "p_1", "user_pool_client_id": "c""#
    private static let policy = """
        "min_length": 8, "require_numbers": true, "require_lowercase": true, "require_uppercase": true,
        "require_symbols": true
        """
    private static let oauth = """
        "identity_providers": [], "domain": "d", "scopes": [], "redirect_sign_in_uri": [],
        "redirect_sign_out_uri": [], "response_type": "code"
        """
    private static let data =
        #""aws_region": "r", "url": "u", "default_authorization_type": "API_KEY", "authorization_types": []"#

    /// Each object with the path that leads to it and its keys.
    private static let objects: [(path: String, content: String, wrap: @Sendable (String) -> String)] = [
        ("auth", auth, { #"{"version": "1", "auth": {\#($0)}}"# }),
        ("auth.password_policy", policy, { #"{"version": "1", "auth": {\#(auth), "password_policy": {\#($0)}}}"# }),
        ("auth.oauth", oauth, { #"{"version": "1", "auth": {\#(auth), "oauth": {\#($0)}}}"# }),
        ("data", data, { #"{"version": "1", "data": {\#($0)}}"# }),
    ]

    /// The keys that the tools of Amplify leave out, or that the plugin does not need.
    private static let optional: Set = [
        "auth.password_policy.min_length", "auth.password_policy.require_numbers",
        "auth.password_policy.require_lowercase", "auth.password_policy.require_uppercase",
        "auth.password_policy.require_symbols", "auth.oauth.identity_providers", "auth.oauth.response_type",
    ]

    @Test func `every key of amplify_outputs.json that is missing or of another type is named`() throws {
        var count = 0
        for (path, content, wrap) in Self.objects {
            let members = try #require(
                try JSONSerialization.jsonObject(with: Data("{\(content)}".utf8)) as? [String: Any])
            for key in members.keys.sorted() {
                for replacement in [nil, "{}"] as [String?] {
                    if replacement == nil, Self.optional.contains("\(path).\(key)") { continue }
                    var changed = members
                    changed[key] = nil
                    var text = String(decoding: try JSONSerialization.data(withJSONObject: changed), as: UTF8.self)
                    text = String(text.dropFirst().dropLast())
                    if let replacement { text += (text.isEmpty ? "" : ", ") + #""\#(key)": \#(replacement)"# }
                    let complaint = try Self.complaint(wrap(text))
                    #expect(complaint.text.contains("\(path).\(key)"), "\(complaint.text)")
                    #expect(complaint.cure.contains("\(path).\(key)"))
                    count += 1
                }
            }
        }
        #expect(count == 2 * (3 + 5 + 6 + 4) - Self.optional.count)
    }

    @Test(arguments: [
        (#"{}"#, "version"), (#"{"version": 1}"#, "version"), (#"{"version": "1", "auth": []}"#, "auth"),
        (#"{"version": "1", "auth": {\#(auth), "username_attributes": ["fax"]}}"#, "auth.username_attributes.0"),
        (#"{"version": "1", "auth": {\#(auth), "identity_pool_id": 7}}"#, "auth.identity_pool_id"),
        (#"{"version": "1", "auth": {\#(auth), "endpoint": 7}}"#, "auth.endpoint"),
        (
            #"{"version": "1", "auth": {\#(auth), "unauthenticated_identities_enabled": "y"}}"#,
            "auth.unauthenticated_identities_enabled"
        ),
        (#"{"version": "1", "auth": {\#(auth), "mfa_methods": "SMS"}}"#, "auth.mfa_methods"),
    ])
    func `an optional key of amplify_outputs.json with another type is named`(json: String, key: String) throws {
        let complaint = try Self.complaint(json)
        #expect(complaint.text.contains(key), "\(complaint.text)")
        #expect(complaint.cure.contains(key))
    }

    @Test(arguments: ["", "{", "not JSON", "[1]"])
    func `a configuration that is not a JSON object is refused for this reason`(text: String) throws {
        let complaint = try Self.complaint(text)
        #expect(complaint.text.contains("amplify_outputs.json"))
        #expect(!complaint.cure.isEmpty)
    }

    @Test(arguments: [
        (#"{"auth": {}}"#, "auth.plugins"), (#"{"auth": 1}"#, "auth"), (#"{"api": {"plugins": []}}"#, "api.plugins"),
    ])
    func `a key of amplifyconfiguration.json is named as it is spelled`(json: String, key: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ConfigurationFile.generation1.decode(AmplifyConfiguration.self, from: Data(json.utf8))
        }
        #expect(error?.errorDescription.contains(key) == true)
        #expect(error?.recoverySuggestion.contains(key) == true)
    }

    private static func complaint(_ json: String) throws -> (text: String, cure: String) {
        let error = #expect(throws: ConfigurationError.self) {
            try AmplifyOutputs.data(Data(json.utf8)).resolveConfiguration()
        }
        guard case .unableToDecode(let text, let cure, let cause) = error else {
            throw AuthError.unknown("Another error: \(String(describing: error))")
        }
        #expect(cause is DecodingError)
        return (text, cure)
    }
}
