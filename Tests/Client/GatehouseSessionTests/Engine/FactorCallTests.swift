// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseClient
import GatehouseSession
import GatehouseTestSupport
import GatehouseWire
import Testing

/// The calls about second factors, devices and passkeys: their requests, and the parsing of the answers.
@Suite(.hangLimit) struct FactorCallTests {
    private static func fixture() async throws -> Fixture {
        let fixture = try Fixture(identityPool: false)
        try await fixture.signIn()
        return fixture
    }

    @Test func `the set-up of a TOTP app is for the signed-in user`() async throws {
        let fixture = try await Self.fixture()
        fixture.service.on("AssociateSoftwareToken", .answer(["SecretCode": "JBSWY3DP"]))
        #expect(try await fixture.engine.setUpTOTP() == TOTPSetup(sharedSecret: "JBSWY3DP", username: "ada"))
        let input = fixture.service.inputs(of: "AssociateSoftwareToken")[0]
        #expect(input["AccessToken"] != nil && input["Session"] == nil)
        fixture.service.on("AssociateSoftwareToken", .answer([:]))
        await #expect(throws: SessionError.self) { try await fixture.engine.setUpTOTP() }
    }

    @Test(arguments: [nil, "ERROR"] as [WireValue?])
    func `only success verifies a TOTP app`(status: WireValue?) async throws {
        let fixture = try await Self.fixture()
        fixture.service.on("VerifySoftwareToken", .answer(["Status": "SUCCESS"]))
        try await fixture.engine.verifyTOTPSetup(code: "123456", friendlyDeviceName: "phone")
        let input = fixture.service.inputs(of: "VerifySoftwareToken")[0]
        #expect(input["UserCode"] == "123456" && input["FriendlyDeviceName"] == "phone")
        fixture.service.on("VerifySoftwareToken", .answer(["Status": status ?? .null]))
        do throws(SessionError) {
            try await fixture.engine.verifyTOTPSetup(code: "123456")
            Issue.record("The code counted.")
        } catch {
            guard case .unanswerable = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    private static func user(_ factors: WireValue, preferred: WireValue) -> ScriptedService.Reply {
        .answer([
            "Username": "ada", "UserAttributes": [], "UserMFASettingList": factors, "PreferredMfaSetting": preferred,
        ])
    }

    @Test func `unknown factors are left out`() async throws {
        let fixture = try await Self.fixture()
        fixture.service.on("GetUser", Self.user(["SMS_MFA", "NEW"], preferred: "NEW"))
        var status = try await fixture.engine.mfaStatus()
        #expect(status.enabled == [.sms] && status.preferred == nil)
        fixture.service.on("GetUser", .answer(["Username": "ada", "UserAttributes": []]))
        status = try await fixture.engine.mfaStatus()
        #expect(status.enabled == [] && status.preferred == nil)
    }

    private static let settings: [(MFAWish, Bool, WireValue)] = [
        (.enabled, true, ["Enabled": true, "PreferredMfa": true]),
        (.enabled, false, ["Enabled": true, "PreferredMfa": false]),
        (.preferred, false, ["Enabled": true, "PreferredMfa": true]),
        (.notPreferred, true, ["Enabled": true, "PreferredMfa": false]),
        (.disabled, true, ["Enabled": false]),
    ]

    @Test(arguments: settings)
    func `a requested change of a factor becomes the setting that is sent`(
        wish: MFAWish, wasPreferred: Bool, setting: WireValue
    ) async throws {
        let members: [(SecondFactor, String)] = [
            (.sms, "SMSMfaSettings"), (.totp, "SoftwareTokenMfaSettings"), (.email, "EmailMfaSettings"),
        ]
        for (factor, member) in members {
            let fixture = try await Self.fixture()
            let preferred: WireValue = wasPreferred ? .string(factor.rawValue) : .null
            fixture.service.on("GetUser", Self.user([], preferred: preferred))
            fixture.service.on("SetUserMFAPreference", .answer([:]))
            try await fixture.engine.changeMFA([factor: wish])
            var input = try #require(fixture.service.inputs(of: "SetUserMFAPreference").first?.objectValue)
            input["AccessToken"] = nil
            #expect(input == [WireName(member): setting])
        }
    }

    @Test func `devices are read from one page`() async throws {
        let fixture = try await Self.fixture()
        let device: WireValue = [
            "DeviceKey": "us-east-1_key", "DeviceAttributes": [["Name": "device_name", "Value": "phone"]],
            "DeviceCreateDate": 1000,
        ]
        fixture.service.on("ListDevices", .answer(["Devices": [device, [:]], "PaginationToken": "more"]))
        let devices = try await fixture.engine.devicesOfUser()
        #expect(devices.map(\.key) == ["us-east-1_key"] && fixture.service.count(of: "ListDevices") == 1)
        #expect(devices[0].attributes == ["device_name": "phone"])
        #expect(devices[0].createdAt?.timeIntervalSince1970 == 1000)
    }

    @Test func `a session without a device cannot remember or forget itself, but other devices`() async throws {
        let fixture = try await Self.fixture()
        let engine = fixture.engine
        let none = SessionError.noDevice
        await #expect(throws: none) { try await engine.rememberDevice() }
        await #expect(throws: none) { try await engine.forgetDevice() }
        #expect(fixture.service.operations.isEmpty)
        fixture.service.on("ForgetDevice", .answer([:]))
        try await engine.forgetDevice("us-east-1_other")
        #expect(fixture.service.inputs(of: "ForgetDevice")[0]["DeviceKey"] == "us-east-1_other")
    }

    @Test func `devices come in pages, one by one, and are set`() async throws {
        let fixture = try await Self.fixture()
        let engine = fixture.engine
        let device: WireValue = ["DeviceKey": "us-east-1_key", "DeviceAttributes": [["Name": "device_status"]]]
        fixture.service.on("ListDevices", .answer(["Devices": [device], "PaginationToken": "more"]))
        let page = try await engine.devicePage(limit: 3, token: "here")
        #expect(page.devices.map(\.key) == ["us-east-1_key"] && page.next == "more")
        let input = fixture.service.inputs(of: "ListDevices")[0]
        #expect(input["Limit"] == 3 && input["PaginationToken"] == "here")
        fixture.service.on("ListDevices", .answer([:]))
        let last = try await engine.devicePage(limit: 60, token: nil)
        #expect(last.devices.isEmpty && last.next == nil)
        fixture.service.on("GetDevice", .answer(["Device": device]))
        #expect(try await engine.device("us-east-1_key").attributes == ["device_status": ""])
        await #expect(throws: SessionError.noDevice) { try await engine.device() }
        #expect(fixture.service.inputs(of: "GetDevice").map { $0["DeviceKey"] } == ["us-east-1_key"])
        fixture.service.on("UpdateDeviceStatus", .answer([:]))
        try await engine.setDevice("us-east-1_key", remembered: false)
        try await engine.setDevice("us-east-1_key", remembered: true)
        await #expect(throws: SessionError.noDevice) { try await engine.setDevice(remembered: true) }
        let statuses = fixture.service.inputs(of: "UpdateDeviceStatus").map { $0["DeviceRememberedStatus"] }
        #expect(statuses == ["not_remembered", "remembered"])
    }

    @Test func `without an authenticator no passkey is made`() async throws {
        let fixture = try await Self.fixture()
        fixture.service.on("StartWebAuthnRegistration", .answer(["CredentialCreationOptions": [:]]))
        await #expect(throws: SessionError.passkey(.noAuthenticator)) { try await fixture.engine.associatePasskey() }
        #expect(fixture.service.operations == ["StartWebAuthnRegistration"])
    }

    @Test(arguments: ["CredentialId", "RelyingPartyId", "CreatedAt"])
    func `a passkey without an id, relying party or creation date is left out`(member: String) async throws {
        let fixture = try await Self.fixture()
        let passkey: [WireName: WireValue] = [
            "CredentialId": "id", "FriendlyCredentialName": "n", "RelyingPartyId": "example.com", "CreatedAt": 1000,
        ]
        var incomplete = passkey
        incomplete["CredentialId"] = "other"
        incomplete[member] = nil
        let both: WireValue = .array([.object(incomplete), .object(passkey)])
        fixture.service.on("ListWebAuthnCredentials", .answer(["Credentials": both]))
        #expect(try await fixture.engine.passkeys(pageSize: 20, nextToken: nil).passkeys.map(\.id) == ["id"])
    }

    @Test func `a call about the own device has one deadline, which includes a renewal`() async throws {
        let fixture = try await Self.fixture()
        let keys = StoreKeys(userPoolID: Fixture.userPoolID, identityPoolID: nil)
        let device = RememberedDevice(deviceKey: "us-east-1_key", groupKey: "-g", secret: "s")
        let name = keys.deviceMetadata(typedUsername: "Ada@example.com")
        try fixture.store.write(JSONEncoder().encode(device), for: name)
        let (engine, sleeps) = fixture.recordingEngine()
        let manual = fixture.clock
        fixture.service.on("GetTokensFromRefreshToken") { _ in
            manual.advance(by: .seconds(35))
            return .answer(["AuthenticationResult": Fixture.tokens(manual)])
        }
        for operation in ["ForgetDevice", "UpdateDeviceStatus"] { fixture.service.on(operation, .answer([:])) }
        fixture.expire()
        try await engine.forgetDevice()
        #expect(sleeps.elements.contains(.seconds(25)))
        sleeps.clear()
        fixture.expire()
        try await engine.rememberDevice()
        #expect(sleeps.elements.contains(.seconds(25)))
    }

    @Test func `passkeys are read page by page`() async throws {
        let fixture = try await Self.fixture()
        let passkey: WireValue = [
            "CredentialId": "id", "FriendlyCredentialName": "", "RelyingPartyId": "example.com",
            "AuthenticatorTransports": [], "CreatedAt": 1000,
        ]
        fixture.service.on("ListWebAuthnCredentials", .answer(["Credentials": [passkey], "NextToken": "next"]))
        let page = try await fixture.engine.passkeys(pageSize: 20, nextToken: "former")
        #expect(page.nextToken == "next" && page.passkeys.map(\.id) == ["id"])
        #expect(page.passkeys[0].friendlyName == nil)
        let input = fixture.service.inputs(of: "ListWebAuthnCredentials")[0]
        #expect(input["MaxResults"] == 20 && input["NextToken"] == "former")
        fixture.service.on("DeleteWebAuthnCredential", .answer([:]))
        try await fixture.engine.deletePasskey("id")
        #expect(fixture.service.inputs(of: "DeleteWebAuthnCredential")[0]["CredentialId"] == "id")
    }
}
