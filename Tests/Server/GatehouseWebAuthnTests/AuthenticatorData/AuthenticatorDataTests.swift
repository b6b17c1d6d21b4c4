// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseCrypto
import GatehouseTesting
import GatehouseWebAuthn
import Testing

@Suite struct AuthenticatorDataTests {
    private static let hash = [UInt8](repeating: 7, count: 32)

    private static func key() throws -> [UInt8] {
        CBORWriter.bytes(.map(try TestPasskeyKey.generate(.es256, entropy: .seeded(1)).publicKey.map))
    }

    private static func data(
        _ flags: AuthenticatorFlags, id: [UInt8] = [1, 2, 3], after: [UInt8] = []
    ) throws -> [UInt8] {
        let start = hash + [flags.rawValue, 0, 1, 2, 3]
        guard flags.contains(.attestedCredential) else { return start + after }
        let length = [UInt8(truncatingIfNeeded: id.count >> 8), UInt8(truncatingIfNeeded: id.count)]
        return start + [UInt8](0..<16) + length + id + (try key()) + after
    }

    @Test func `the parts are read`() throws {
        let data = try AuthenticatorData(
            Self.data([.userPresent, .attestedCredential, .extensions], after: [0xA1, 0x61, 0x61, 0xF5]))
        #expect(data.relyingPartyIDHash == Self.hash)
        #expect(data.flags == [.userPresent, .attestedCredential, .extensions])
        #expect(data.signCount == 0x0001_0203)
        #expect(data.credential?.aaguid == [UInt8](0..<16))
        #expect(data.credential?.id == [1, 2, 3])
        #expect(data.credential?.publicKeyBytes == (try Self.key()))
        #expect(data.extensions?["a"] == .bool(true))
    }

    @Test func `every part that is cut off is missed`() throws {
        let whole = try Self.data([.userPresent, .attestedCredential, .extensions], after: [0xA1, 0x61, 0x61, 0xF5])
        for count in 0..<whole.count {
            #expect(throws: WebAuthnError.malformedAuthenticatorData) {
                try AuthenticatorData(Array(whole[..<count]))
            }
        }
    }

    @Test(arguments: [
        AuthenticatorFlags.userPresent, [.userPresent, .attestedCredential], [.userPresent, .extensions],
    ])
    func `data without its flag is refused`(_ flags: AuthenticatorFlags) throws {
        let after: [UInt8] = flags.contains(.extensions) ? [0xA0, 0x00] : [0x00]
        #expect(throws: WebAuthnError.malformedAuthenticatorData) {
            try AuthenticatorData(Self.data(flags, after: after))
        }
    }

    @Test func `extensions must be a map`() throws {
        #expect(throws: WebAuthnError.malformedAuthenticatorData) {
            try AuthenticatorData(Self.data(.extensions, after: [0x80]))
        }
    }

    @Test func `an id has 1 to 1,023 bytes`() throws {
        func read(_ count: Int) throws -> AuthenticatorData {
            try AuthenticatorData(Self.data(.attestedCredential, id: [UInt8](repeating: 1, count: count)))
        }
        #expect(try read(1_023).credential?.id.count == 1_023)
        #expect(throws: WebAuthnError.credentialIDTooLong) { try read(1_024) }
        #expect(throws: WebAuthnError.malformedAuthenticatorData) { try read(0) }
    }
}
