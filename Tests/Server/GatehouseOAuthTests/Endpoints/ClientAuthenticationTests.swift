// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import GatehouseSites
import GatehouseTesting
import GatehouseUserPoolKernel
import GatehouseUserPools
import GatehouseWire
import Testing

@Suite("The authentication of clients", .tags(.security))
struct ClientAuthenticationTests {
    /// The error after the client was authenticated: the code does not exist.
    private static let form = "grant_type=refresh_token"
    private static let authenticated = "400 invalid_request"

    private func error(
        _ hosted: HostedFixture, _ form: String, _ headers: [(name: String, value: String)] = []
    ) async -> String {
        await hosted.post("/oauth2/token", Self.form + form, headers: headers).oauthError
    }

    @Test("accepts a secret in the header or in the form, and not in both")
    func methods() async throws {
        let hosted = try await HostedFixture.make(withSecret: true)
        let (id, secret) = (hosted.fixture.client.id, hosted.fixture.client.secret ?? "")
        #expect(await error(hosted, "", basic(id, secret)) == Self.authenticated)
        #expect(await error(hosted, "&client_id=\(id)", basic(id, secret)) == Self.authenticated)
        #expect(await error(hosted, "&client_id=\(id)&client_secret=\(secret)") == Self.authenticated)
        let both = await hosted.post(
            "/oauth2/token", Self.form + "&client_secret=\(secret)", headers: basic(id, secret))
        #expect(both.json["error_description"] == "the client is named in the header and in the body")
        let other = await hosted.post("/oauth2/token", Self.form + "&client_id=other", headers: basic(id, secret))
        #expect(other.json["error_description"] == "the client is named in the header and in the body")
    }

    @Test("refuses a wrong, missing or superfluous secret")
    func wrongSecrets() async throws {
        let hosted = try await HostedFixture.make(withSecret: true)
        let (id, secret) = (hosted.fixture.client.id, hosted.fixture.client.secret ?? "")
        for headers in [basic(id, "wrong"), basic(id, ""), basic(id, secret + " "), basic("unknown", secret)] {
            #expect(await error(hosted, "", headers) == "400 invalid_client")
        }
        for form in ["&client_id=\(id)", "&client_id=\(id)&client_secret=x", "&client_id=%00&client_secret=x"] {
            #expect(await error(hosted, form) == "400 invalid_client")
        }
        let isPublic = try await HostedFixture.make(on: hosted.fixture.gatehouse, domain: "public")
        let publicID = isPublic.fixture.client.id
        #expect(await error(isPublic, "&client_id=\(publicID)") == Self.authenticated)
        #expect(await error(isPublic, "&client_id=\(publicID)&client_secret=x") == "400 invalid_client")
        #expect(await error(isPublic, "", basic(publicID, "x")) == "400 invalid_client")
        // The client of another pool does not exist here.
        #expect(await error(isPublic, "", basic(id, secret)) == "400 invalid_client")
    }

    @Test(
        "refuses a header of another form",
        arguments: ["Bearer x", "Basic", "Basic x", "Basic eA==", "Basic \u{E9}", "basic"])
    func malformedHeaders(header: String) async throws {
        let hosted = try await HostedFixture.make()
        let answer = await hosted.post("/oauth2/token", Self.form, headers: [("Authorization", header)])
        #expect(answer.json["error_description"] == "the header Authorization must have Basic credentials")
    }

    @Test("accepts each active secret, also one with the characters of forms")
    func severalSecrets() async throws {
        let hosted = try await HostedFixture.make(withSecret: true)
        let (id, secret) = (hosted.fixture.client.id, hosted.fixture.client.secret ?? "")
        let added = "added+secret+with+plus+signs+0123456789"
        _ = try await hosted.fixture.administrator.addUserPoolClientSecret(
            AddUserPoolClientSecretRequest(userPoolId: hosted.fixture.poolID, clientId: id, clientSecret: added))
        #expect(await error(hosted, "", basic(id, secret)) == Self.authenticated)
        #expect(await error(hosted, "", basic(id, added)) == Self.authenticated)
        #expect(await error(hosted, "", basic(id, added.replacing("+", with: "%2B"))) == Self.authenticated)
        #expect(
            await error(hosted, "&client_id=\(id)&client_secret=\(added.replacing("+", with: "%2B"))")
                == Self.authenticated)
        #expect(await error(hosted, "&client_id=\(id)&client_secret=\(added)") == "400 invalid_client")
    }
}
