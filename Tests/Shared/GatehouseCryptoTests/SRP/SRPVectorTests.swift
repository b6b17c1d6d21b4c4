// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import Testing

@Suite struct SRPVectorTests {
    private let arithmetic = MontgomeryArithmetic.shared

    @Test(arguments: ["srp", "device-srp"])
    func `the group and its multiplier are those of the vectors`(file: String) throws {
        let group = try VectorFile.load(file, as: SRPVectorFile.self).group
        #expect(Hex.encode(SRPGroup.modulusBytes) == group.modulus)
        #expect(Hex.encode(SRPGroup.multiplier) == group.multiplier)
    }

    @Test(arguments: try SRPVector.all())
    func `identity, salt and exponent are hashed as in the vector`(vector: SRPVector) throws {
        let salt = try vector.bytes(\.saltHex)
        #expect(vector.identity.bytes == Array(vector.identityString.utf8))
        #expect(Hex.encode(SRPInteger.padded(salt)) == vector.saltHashedBytesHex)
        let exponent = vector.identity.privateExponent(password: Secret(utf8: vector.secret), salt: salt)
        #expect(Hex.encodeInteger(exponent) == vector.xHex)
    }

    @Test(arguments: try SRPVector.all())
    func `the verifier is made and recognised`(vector: SRPVector) throws {
        let verifier = SRPVerifier.make(
            identity: vector.identity, password: Secret(utf8: vector.secret), salt: try vector.bytes(\.saltHex),
            arithmetic: arithmetic
        )
        #expect(Hex.encodeInteger(verifier.verifier) == vector.verifierHex)
        #expect(verifier.saltHex == vector.saltHex)
        #expect(verifier.isPlausible)
        for (attempt, right) in [(vector.secret, true), (vector.secret + " ", false)] {
            let matches = verifier.matches(
                identity: vector.identity, password: Secret(utf8: attempt), arithmetic: arithmetic)
            #expect(matches == right)
        }
    }

    @Test(arguments: try SRPVector.all())
    func `a device registers its verifier and salt in two's complement`(vector: SRPVector) throws {
        guard let registration = vector.confirmDevice else { return }
        let salt = try #require(Base64.decode(registration.salt))
        let sent = SRPVerifier(salt: salt, verifier: try #require(Base64.decode(registration.passwordVerifier)))
        #expect(sent.saltBase64 == registration.salt)
        #expect(sent.verifierBase64 == registration.passwordVerifier)
        #expect(Hex.encode(SRPInteger.padded(sent.verifier)) == registration.passwordVerifierBytesHex)
        #expect(Hex.encode(SRPInteger.padded(sent.salt)) == registration.saltBytesHex)
        #expect(try sent == SRPVerifier(salt: vector.bytes(\.saltHex), verifier: vector.bytes(\.verifierHex)))
    }

    @Test(arguments: try SRPVector.all())
    func `the public values and the scrambler are those of the vector`(vector: SRPVector) throws {
        let client = SRPClient(privateKey: try vector.bytes(\.clientPrivate))
        #expect(client.publicKeyHex == vector.clientPublic)
        let server = try server(vector)
        #expect(server.publicKeyHex == vector.serverPublic)
        let scrambler = try SRPProof.scrambler(client: vector.bytes(\.clientPublic), server: server.publicKey)
        #expect(Hex.encodeInteger(scrambler) == vector.uHex)
        #expect(Hex.encode(SRPInteger.padded(scrambler)) == vector.hkdfSaltBytesHex)
    }

    @Test(arguments: try SRPVector.all())
    func `both sides reach the shared secret and key of the vector`(vector: SRPVector) throws {
        let scrambler = try vector.bytes(\.uHex)
        let client = SRPClient(privateKey: try vector.bytes(\.clientPrivate)).sharedSecret(
            server: try SRPPublicKey(hex: vector.serverPublic), scrambler: scrambler,
            exponent: try vector.bytes(\.xHex)
        )
        let server = try server(vector).sharedSecret(
            client: SRPPublicKey(hex: vector.clientPublic), scrambler: scrambler
        )
        #expect(Hex.encodeInteger(client) == vector.sharedSecret)
        #expect(client == server)
        #expect(Hex.encode(SRPInteger.padded(client)) == vector.hkdfKeyMaterialBytesHex)
        #expect(Hex.encode(SRPProof.key(sharedSecret: client, scrambler: scrambler)) == vector.derivedKeyHex)
    }

    @Test(arguments: try SRPVector.all())
    func `client and server compute the signature of the vector`(vector: SRPVector) throws {
        let block = try #require(Base64.decode(vector.secretBlock))
        let message = vector.identity.bytes + block + Array(vector.timestamp.utf8)
        #expect(Hex.encode(message) == vector.signedMessageHex)
        let proof = try SRPClient(privateKey: vector.bytes(\.clientPrivate)).signature(
            identity: vector.identity, password: Secret(utf8: vector.secret), saltHex: vector.saltHex,
            serverPublicKeyHex: vector.serverPublic, secretBlock: block, timestamp: vector.timestamp
        )
        #expect(Base64.encode(proof) == vector.signature)
        let client = try SRPPublicKey(hex: vector.clientPublic.uppercased())
        let accepted = try server(vector).accepts(
            signature: proof, clientPublicKey: client, secretBlock: block, timestamp: vector.timestamp
        )
        #expect(accepted)
    }

    @Test(arguments: try SRPVector.all())
    func `a handshake restored from its public value gives the same signature`(vector: SRPVector) throws {
        let block = try #require(Base64.decode(vector.secretBlock))
        let restored = SRPServer(
            identity: vector.identity,
            verifier: SRPVerifier(salt: try vector.bytes(\.saltHex), verifier: try vector.bytes(\.verifierHex)),
            privateKey: try vector.bytes(\.serverPrivate),
            publicKey: [0] + (try vector.bytes(\.serverPublic)),
            arithmetic: arithmetic
        )
        let signature = try restored.signature(
            clientPublicKey: SRPPublicKey(hex: "00" + vector.clientPublic), secretBlock: block,
            timestamp: vector.timestamp
        )
        #expect(Base64.encode(signature) == vector.signature)
    }

    @Test func `the secret hashes of the vectors are reproduced`() throws {
        let hashes = try #require(try VectorFile.load("srp", as: SRPVectorFile.self).secretHashes)
        #expect(hashes.count == 3)
        for vector in hashes {
            let hash = secretHash(
                username: vector.username, clientID: vector.clientId, clientSecret: Secret(utf8: vector.clientSecret))
            #expect(hash == vector.hash)
        }
        for vector in try SRPVector.all() {
            guard let clientSecret = vector.clientSecret, let clientId = vector.clientId, let user = vector.userID
            else { continue }
            let hash = secretHash(username: user, clientID: clientId, clientSecret: Secret(utf8: clientSecret))
            #expect(hash == vector.secretHash)
        }
    }

    private func server(_ vector: SRPVector) throws -> SRPServer {
        SRPServer(
            identity: vector.identity,
            verifier: SRPVerifier(salt: try vector.bytes(\.saltHex), verifier: try vector.bytes(\.verifierHex)),
            privateKey: try vector.bytes(\.serverPrivate),
            arithmetic: arithmetic
        )
    }
}
