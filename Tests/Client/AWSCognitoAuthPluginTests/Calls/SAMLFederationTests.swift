// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSCognitoAuthPlugin
import AWSPluginsCore
import Amplify
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehouseServerCrypto
import GatehouseSession
import GatehouseTesting
import GatehouseWire
import Testing

/// Federation by responses of an identity provider of SAML, which the server verifies.
@Suite struct SAMLFederationTests {
    /// A world whose identity pool accepts the responses of a provider.
    private struct Town {
        static let arn = "arn:aws:iam::123456789012:saml-provider/corp"
        static let reader = "arn:aws:iam::123456789012:role/reader"

        let provider: TestSAMLProvider
        let world: World
        let login: AuthProvider

        init() async throws {
            provider = try TestSAMLProvider()
            world = try await World()
            login = .saml(
                try await world.gatehouse.register(provider, named: "corp", forIdentityPool: world.identityPool))
        }

        func response(
            validFor duration: TimeInterval = 300, after delay: TimeInterval = 0,
            change: (inout SAMLResponseMaker) -> Void = { _ in }
        ) throws -> String {
            try provider.response(
                to: world.gatehouse.baseURL, at: world.gatehouse.clock.now.addingTimeInterval(delay),
                validFor: duration, change: change)
        }
    }

    @Test func `a response buys one identity on every device, which a restart keeps`() async throws {
        let town = try await Town()
        let response = try town.response()
        let store = InMemoryCredentialStore()
        let app = try town.world.app(.identityPoolOnly, store: store)
        let result = try await app.plugin.federateToIdentityPool(withProviderToken: response, for: town.login)
        #expect(app.network.operations == ["GetId", "GetCredentialsForIdentity"])
        for input in app.network.inputs {
            #expect(input["Logins"]?.objectValue == [WireName(Town.arn): .string(response)])
        }
        for app in [app, try town.world.app(.identityPoolOnly, store: store)] {
            app.network.forget()
            let session = try await app.session()
            #expect(session.isSignedIn && session.identityIdResult.value == result.identityId)
            #expect(session.awsCredentialsResult.value?.accessKeyId == result.credentials.accessKeyId)
            #expect(app.network.operations.isEmpty)
        }
        for (person, isSame) in [("ada", true), ("grace", false)] {
            let other = try await town.world.app().plugin.federateToIdentityPool(
                withProviderToken: town.response { $0.nameID = person }, for: town.login)
            #expect((other.identityId == result.identityId) == isSame)
        }
    }

    @Test func `the credentials belong to the role that the assertion grants`() async throws {
        let town = try await Town()
        let result = try await town.world.app().plugin.federateToIdentityPool(
            withProviderToken: town.response(), for: town.login)
        let session = try await town.world.roleSession(of: result.credentials)
        #expect(session.identityID == result.identityId)
        #expect(session.identityPoolID == town.world.identityPool)
        #expect(session.roleARN == Town.reader)
        #expect(session.authenticationMethods.starts(with: ["authenticated", Town.arn]))
    }

    @Test func `a response that the server refuses is not authorized, and leaves no session`() async throws {
        let town = try await Town()
        let stranger = SAMLSigner(try RSASigningKey.generate())
        let document = try #require(Base64.decode(town.response()))
        let text = String(decoding: document, as: UTF8.self)
        let responses = [
            "changed": Base64.encode(Array(text.replacing(">ada<", with: ">eve<").utf8)),
            "not in Base64": text,
            "not signed": try town.response { $0.signed = .nothing },
            "signed by another key": try town.response { $0.signer = stranger },
            "of another provider": try town.response { $0.issuer = "https://idp.example.org/saml" },
            "for another audience": try town.response { $0.audience = "urn:amazon:webservices" },
            "for another recipient": try town.response { $0.recipient = "https://signin.aws.amazon.com/saml" },
            "expired": try town.response(after: -600),
            "not yet valid": try town.response(after: 301),
        ]
        for (flaw, response) in responses {
            let app = try town.world.app(.identityPoolOnly)
            let refused = await failure {
                _ = try await app.plugin.federateToIdentityPool(withProviderToken: response, for: town.login)
            }
            #expect(refused == .anyNotAuthorized && refused?.cause == nil, "\(flaw)")
            #expect(app.network.operations == ["GetId"], "\(flaw)")
            #expect(try await !app.session().isSignedIn, "\(flaw)")
        }
    }

    @Test func `a response with no role for the provider, or with several, buys no credentials`() async throws {
        let town = try await Town()
        let name = (SAMLResponseMaker.attributePrefix + "RoleSessionName", ["ada@example.com"])
        let elsewhere = "\(Town.reader),\(Town.arn)-elsewhere"
        for roles in [[], [elsewhere], ["\(Town.reader),\(Town.arn)", "\(Town.reader)-too,\(Town.arn)"]] {
            let app = try town.world.app(.identityPoolOnly)
            let refused = await failure {
                _ = try await app.plugin.federateToIdentityPool(
                    withProviderToken: town.response {
                        $0.attributes = [name, (SAMLResponseMaker.attributePrefix + "Role", roles)]
                    }, for: town.login)
            }
            #expect(refused == .anyNotAuthorized, "\(roles)")
            #expect(app.network.operations == ["GetId", "GetCredentialsForIdentity"])
            #expect(try await !app.session().isSignedIn)
        }
    }

    @Test func `a good response under the name of another provider is not authorized`() async throws {
        let town = try await Town()
        for name in ["corp", "\(Town.arn)-too", "arn:aws:iam::999999999999:saml-provider/corp"] {
            let refused = await failure {
                _ = try await town.world.app().plugin.federateToIdentityPool(
                    withProviderToken: town.response(), for: .saml(name))
            }
            #expect(refused == .anyNotAuthorized, "\(name)")
        }
    }

    @Test func `credentials are renewed with the stored response until it expires, and then with a new one`()
        async throws
    {
        let town = try await Town()
        let response = try town.response(validFor: 7_200)
        let app = try town.world.app(.identityPoolOnly)
        let first = try await app.plugin.federateToIdentityPool(withProviderToken: response, for: town.login)
        try await town.world.expectRenewals(of: app, withToken: response)
        let next = try await app.plugin.federateToIdentityPool(
            withProviderToken: town.response(), for: town.login)
        #expect(next.identityId == first.identityId)
        #expect(try await app.session().isSignedIn)
    }
}
