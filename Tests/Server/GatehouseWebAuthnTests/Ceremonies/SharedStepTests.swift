// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseTesting
import GatehouseWebAuthn
import GatehouseWire
import Testing

/// The steps that a registration (WebAuthn Level 3, section 7.1) and an authentication (7.2) share: what breaks one of them
/// is refused.
@Suite struct SharedStepTests {
    @Test(arguments: AttackedCeremony.allCases)
    func `7.1, steps 4 and 28; 7.2, steps 4 and 23: extensions unasked for change nothing, and must be well made`(
        _ attacked: AttackedCeremony
    ) throws {
        for results: WireValue? in [["credProps": ["rk": true], "appid": true, "x": 7], nil] {
            #expect(try attacked.error(altering: { $0.set("clientExtensionResults", results) }) == nil)
        }
        let map = CBORWriter.bytes(.map(CBORMap([CBORMap.Entry(.text("x"), .bool(true))])))
        for (after, refusal) in [(map, nil), ([0x80], .malformedAuthenticatorData), ([], .malformedAuthenticatorData)]
            as [([UInt8], WebAuthnError?)]
        {
            let found = try attacked.error(with: {
                $0.forgery.flags = { $0.union(.extensions) }
                $0.forgery.authenticatorData = { $0 + after }
            })
            #expect(found == refusal)
        }
    }

    @Test(arguments: AttackedCeremony.allCases)
    func `7.1, steps 10 and 11; 7.2, steps 13 and 14: a page in a frame of another origin, or below it, is refused`(
        _ attacked: AttackedCeremony
    ) throws {
        #expect(try attacked.error(with: { $0.forgery.clientData = ["crossOrigin": true] }) == .crossOrigin)
        #expect(
            try attacked.error(with: { $0.forgery.clientData = ["topOrigin": "https://evil.org"] }) == .crossOrigin)
    }

    @Test(arguments: AttackedCeremony.allCases)
    func `7.1, step 14; 7.2, step 15: the hash of another relying party is refused`(
        _ attacked: AttackedCeremony
    ) throws {
        #expect(try attacked.error(with: { $0.forgery.relyingPartyID = "evil.org" }) == .wrongRelyingParty)
    }

    @Test(arguments: AttackedCeremony.allCases)
    func `7.1, step 15; 7.2, step 16: a response without user presence is refused`(_ attacked: AttackedCeremony) throws
    {
        #expect(try attacked.error(with: { $0.forgery.flags = { $0.subtracting(.userPresent) } }) == .userNotPresent)
    }

    @Test(arguments: AttackedCeremony.allCases)
    func `7.1, step 16; 7.2, step 17: a response without the required user verification is refused`(
        _ attacked: AttackedCeremony
    ) throws {
        #expect(try attacked.error(with: { $0.verifiesUser = false }) == nil)
        #expect(
            try attacked.error(Ceremony(requiresUserVerification: true), with: { $0.verifiesUser = false })
                == .userNotVerified)
    }

    @Test(arguments: AttackedCeremony.allCases)
    func `7.1, step 17; 7.2, step 18: a copy of what cannot be copied is refused`(
        _ attacked: AttackedCeremony
    ) throws {
        #expect(try attacked.error(with: { $0.forgery.flags = { $0.union(.backedUp) } }) == .impossibleBackup)
    }
}
