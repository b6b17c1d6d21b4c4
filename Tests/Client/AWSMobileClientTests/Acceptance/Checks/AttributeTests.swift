// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import AWSMobileClient
import GatehouseTestSupport
import GatehouseTesting
import Testing

@Suite("19: changed attributes", .hangLimit) struct AttributeTests {
    @Test func `after an update the next tokens are new and have the new claim`() async throws {
        let app = try await MobileWorld.withAda().phone().signedIn()
        let former = try await app.tokens().value()
        #expect(former.idToken?.claims?["name"] == nil)
        #expect(try await app.update(["name": "Ada Lovelace"]).value().isEmpty)
        app.forget()
        let tokens = try await app.tokens().value()
        #expect(tokens.idToken?.claims?["name"] as? String == "Ada Lovelace")
        #expect(app.network.operations.count == 1)
        _ = try await app.tokens().value()
        #expect(app.network.operations.count == 1)
        #expect(app.state == .signedIn && app.log.changes.isEmpty)
        #expect(try await app.attributes().value()["name"] == "Ada Lovelace")
    }

    @Test func `a new address needs a code`() async throws {
        let world = try await MobileWorld.withAda()
        let app = try await world.phone().signedIn()
        let deliveries = try await app.update(["email": "lovelace@example.com"]).value()
        #expect(deliveries.count == 1 && deliveries[0].deliveryMedium == .email)
        #expect(deliveries[0].attributeName == "email")
        #expect(try await app.attributes().value()["email_verified"] == "false")
        let code = world.code(to: "lovelace@example.com")
        let confirm = { (code: String) in
            app.end { $0.confirmUpdateUserAttributes(attributeName: "email", code: code, completionHandler: $1) }
        }
        await app.expect([confirm("000000")], fail: .codeMismatch)
        try await confirm(code).value()
        #expect(try await app.attributes().value()["email_verified"] == "true")
        let again: UserCodeDeliveryDetails = try await app.call {
            $0.verifyUserAttribute(attributeName: "email", completionHandler: $1)
        }.value()
        #expect(again.deliveryMedium == .email && again.attributeName == "email")
        try await app.end {
            $0.confirmVerifyUserAttribute(
                attributeName: "email", code: world.code(to: "lovelace@example.com"), completionHandler: $1)
        }.value()
    }

    @Test func `a deleted user is signed out`() async throws {
        let app = try await MobileWorld.withAda().phone(.both).signedIn()
        try await app.deleteUser().value()
        #expect(app.log.changes == [StateLog.Change(state: .signedOut, information: [:])])
        #expect(app.state == .signedOut && !app.client.isSignedIn && app.client.identityId == nil)
        #expect(await app.signIn().error() is AWSMobileClientError)
        #expect(app.state == .signedOut)
    }
}
