// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseCrypto
import GatehouseSession
import GatehouseTesting
import GatehouseWire
import Testing

@Suite struct SoftwareAuthenticatorTests {
    private static let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)

    private static func creation(user: String = "YWRh", excluded: [String] = [], algorithm: WireValue = -7) -> Data {
        let options: WireValue = [
            "challenge": "AAECAw", "rp": ["id": "example.com", "name": "example.com"],
            "user": ["id": .string(user), "name": "ada", "displayName": "ada"],
            "pubKeyCredParams": [["alg": algorithm, "type": "public-key"]],
            "excludeCredentials": .array(excluded.map { ["id": .string($0), "type": "public-key"] }),
        ]
        return options.json()
    }

    private static func request(_ allowed: [String], domain: String = "example.com") -> Data {
        let options: WireValue = [
            "challenge": "BAUGBw", "rpId": .string(domain), "timeout": 1000, "userVerification": "preferred",
            "allowCredentials": .array(allowed.map { ["id": .string($0), "type": "public-key"] }),
        ]
        return options.json()
    }

    private static func bytes(_ value: WireValue?) throws -> [UInt8] {
        try #require(value?.stringValue.flatMap { Base64URL.decode($0) })
    }

    @Test func `a passkey's signature verifies with its registered key`() async throws {
        let store = InMemoryCredentialStore()
        let authenticator = SoftwareAuthenticator(store: store, keys: Self.keys)
        let made = try WireValue(json: await authenticator.register(Self.creation(), names: ["ada"]))
        let id = try #require(made["id"]?.stringValue)
        let attestation = try Self.bytes(made["response"]?["attestationObject"])
        // The public key ends the object: 32 bytes of x, three of a head, 32 of y.
        let (x, y) = (Array(attestation.dropLast(35).suffix(32)), Array(attestation.suffix(32)))
        let key = try #require(P256VerificationKey(x: x, y: y))
        for round in 1...2 as ClosedRange<UInt8> {
            // The next process has the passkey too.
            let next = SoftwareAuthenticator(store: store, keys: Self.keys)
            let signed = try WireValue(json: await next.assert(Self.request([id])))
            #expect(signed["id"]?.stringValue == id && signed["type"] == "public-key")
            let data = try Self.bytes(signed["response"]?["authenticatorData"])
            #expect(Array(data.prefix(32)) == sha256(Array("example.com".utf8)))
            #expect(Array(data.dropFirst(32)) == [0x05, 0, 0, 0, round])
            let clientData = try Self.bytes(signed["response"]?["clientDataJSON"])
            let client = try WireValue(json: clientData)
            #expect(client["type"] == "webauthn.get" && client["challenge"] == "BAUGBw")
            #expect(client["origin"] == "https://example.com")
            let signature = try Self.bytes(signed["response"]?["signature"])
            #expect(key.accepts(signature: signature, of: data + sha256(clientData)))
            #expect(signed["response"]?["userHandle"] == "YWRh")
        }
    }

    @Test func `an authenticator has one passkey for each user of a domain`() async throws {
        let authenticator = SoftwareAuthenticator(store: InMemoryCredentialStore(), keys: Self.keys)
        let first = try WireValue(json: await authenticator.register(Self.creation(), names: ["ada"]))
        let id = try #require(first["id"]?.stringValue)
        await #expect(throws: PasskeyError.alreadyRegistered) {
            try await authenticator.register(Self.creation(excluded: [id]), names: ["ada"])
        }
        // The service has forgotten the first one.
        _ = try await authenticator.register(Self.creation(), names: ["ada"])
        await #expect(throws: PasskeyError.noCredential) { try await authenticator.assert(Self.request([id])) }
        _ = try await authenticator.assert(Self.request([]))
        await #expect(throws: PasskeyError.noCredential) {
            try await authenticator.assert(Self.request([], domain: "example.org"))
        }
    }

    @Test func `authenticators side by side on one store lose no passkey and no signature`() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let stores: [any CredentialStore] = [InMemoryCredentialStore(), FileCredentialStore(directory: directory)]
        for store in stores {
            let ids = try await withThrowingTaskGroup(of: String?.self) { group in
                for number in 0..<24 as Range<UInt8> {
                    group.addTask {
                        let authenticator = SoftwareAuthenticator(store: store, keys: Self.keys)
                        let options = Self.creation(user: Base64URL.encode([number]))
                        let made = try await authenticator.register(options, names: ["ada"])
                        return try WireValue(json: made)["id"]?.stringValue
                    }
                }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }.compactMap(\.self)
            #expect(Set(ids).count == 24)
            let authenticator = SoftwareAuthenticator(store: store, keys: Self.keys)
            for id in ids { _ = try await authenticator.assert(Self.request([id])) }
            let counts = try await withThrowingTaskGroup(of: [UInt8].self) { group in
                for _ in 0..<24 {
                    group.addTask {
                        let other = SoftwareAuthenticator(store: store, keys: Self.keys)
                        let signed = try WireValue(json: await other.assert(Self.request([ids[0]])))
                        return Array(try Self.bytes(signed["response"]?["authenticatorData"]).suffix(4))
                    }
                }
                return try await group.reduce(into: [[UInt8]]()) { $0.append($1) }
            }
            #expect(Set(counts).count == 24)
        }
    }

    @Test func `only keys that it has are made`() async throws {
        let authenticator = SoftwareAuthenticator(store: InMemoryCredentialStore(), keys: Self.keys)
        await #expect(throws: PasskeyError.notSupported("The service does not take ES256 keys.")) {
            try await authenticator.register(Self.creation(algorithm: -257), names: ["ada"])
        }
        for text in ["", "{}", "[]", #"{"challenge":"AA","rpId":""}"#, #"{"challenge":"*","rpId":"a"}"#] {
            await #expect(throws: PasskeyError.self) { try await authenticator.assert(Data(text.utf8)) }
            await #expect(throws: PasskeyError.self) { try await authenticator.register(Data(text.utf8), names: []) }
        }
    }

    @Test func `a passkey is offered under each name of its user, in any case, and under no other`() async throws {
        let store = InMemoryCredentialStore()
        let authenticator = SoftwareAuthenticator(store: store, keys: Self.keys)
        #expect(!authenticator.offersPasskey(to: ["ada"]))
        _ = try await authenticator.register(Self.creation(), names: ["Ada@example.com"])
        for names in [["ada"], ["ADA"], ["ada@example.com"], ["eve", "ada"]] {
            #expect(authenticator.offersPasskey(to: names))
        }
        #expect(!authenticator.offersPasskey(to: ["eve"]) && !authenticator.offersPasskey(to: []))
    }

    @Test func `a passkey of a version that kept no names is offered to each user`() throws {
        let store = InMemoryCredentialStore()
        let item = #"[{"id":[1],"relyingPartyID":"example.com","userHandle":[2],"privateKey":[3],"signatureCount":4}]"#
        try store.write(Data(item.utf8), for: Self.keys.passkeys)
        #expect(SoftwareAuthenticator(store: store, keys: Self.keys).offersPasskey(to: ["eve"]))
    }

    @Test func `passkeys that cannot be read are not overwritten`() async throws {
        let store = InMemoryCredentialStore()
        try store.write(Data("damaged".utf8), for: Self.keys.passkeys)
        let authenticator = SoftwareAuthenticator(store: store, keys: Self.keys)
        await #expect(throws: PasskeyError.self) { try await authenticator.register(Self.creation(), names: ["ada"]) }
        #expect(store.read(Self.keys.passkeys) == .found(Data("damaged".utf8)))
    }
}
