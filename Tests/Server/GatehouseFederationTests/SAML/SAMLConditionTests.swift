// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseFederation
import GatehouseTesting
import Testing

@Suite("Conditions of SAML responses")
struct SAMLConditionTests {
    /// The fault of a response that differs from a valid one.
    private func fault(
        request: SAMLExpectation.Request = .any, at time: Date = SAMLFixtures.now,
        _ change: (inout SAMLResponseMaker) -> Void
    ) throws -> SAMLFault? {
        var maker = try SAMLResponseMaker()
        change(&maker)
        return try SAMLFixtures.fault(maker.document(), request: request, at: time)
    }

    @Test("A response for another audience is refused")
    func audience() throws {
        #expect(try fault { $0.audience = "urn:amazon:webservices" } == .wrongAudience)
    }

    @Test("Each of several restrictions of the audience must name this server")
    func allAudiences() throws {
        let other = "<saml:AudienceRestriction><saml:Audience>a</saml:Audience></saml:AudienceRestriction>"
        #expect(try fault { $0.moreConditions = other } == .wrongAudience)
    }

    @Test("A response for another recipient is refused")
    func recipient() throws {
        #expect(try fault { $0.recipient = "https://signin.aws.amazon.com/saml" } == .wrongRecipient)
    }

    @Test("A response with another destination is refused, signed or not")
    func destination() throws {
        for signed in [SAMLResponseMaker.Signed.assertion, .response] {
            let fault = try fault {
                $0.destination = #" Destination="https://elsewhere.example.com/saml""#
                $0.signed = signed
            }
            #expect(fault == .wrongDestination)
        }
        #expect(try fault { $0.destination = "" } == nil)
    }

    @Test("A response to the request of another browser is refused")
    func otherRequest() throws {
        func answer(_ maker: inout SAMLResponseMaker) {
            maker.confirmedTo = #" InResponseTo="_request1""#
            maker.responseTo = #" InResponseTo="_request1""#
        }
        #expect(try fault(request: .identified("_request1"), answer) == nil)
        #expect(try fault(request: .identified("_request2"), answer) == .wrongRequest)
        #expect(try fault(request: .none, answer) == .wrongRequest)
        #expect(try fault(request: .any, answer) == nil)
    }

    @Test("A response without a request is refused where one was made, whatever its envelope says")
    func missingRequest() throws {
        #expect(try fault(request: .identified("_request1")) { _ in } == .wrongRequest)
        let fault = try fault(request: .identified("_request1")) { $0.responseTo = #" InResponseTo="_request1""# }
        #expect(fault == .wrongRequest)
    }

    @Test("An expired response is refused, with five minutes for a difference of clocks")
    func expired() throws {
        #expect(try fault(at: SAMLFixtures.now.addingTimeInterval(599)) { _ in } == nil)
        #expect(try fault(at: SAMLFixtures.now.addingTimeInterval(600)) { _ in } == .expired)
        #expect(
            try fault(at: SAMLFixtures.now.addingTimeInterval(600)) { $0.confirmedUntil = "2026-01-02T00:00:00Z" }
                == .expired)
        #expect(
            try fault(at: SAMLFixtures.now.addingTimeInterval(600)) { $0.notOnOrAfter = "2026-01-02T00:00:00Z" }
                == .expired)
    }

    @Test("A response that is not yet valid is refused")
    func notYetValid() throws {
        #expect(try fault { $0.notBefore = "2026-01-01T12:05:00Z" } == nil)
        #expect(try fault { $0.notBefore = "2026-01-01T12:05:01Z" } == .notYetValid)
    }

    @Test(
        "Times that are not in UTC are refused",
        arguments: ["2026-01-01T12:05:00", "2026-01-01T14:05:00+02:00", "soon"])
    func badTime(_ text: String) throws {
        #expect(try fault { $0.notOnOrAfter = text } == .structure(.badTime))
    }

    @Test("A session that ended at the provider is refused")
    func endedSession() throws {
        let statement = #"""
            <saml:AuthnStatement AuthnInstant="2026-01-01T11:00:00Z" SessionNotOnOrAfter="2026-01-01T11:55:00Z">\#
            </saml:AuthnStatement>
            """#
        #expect(try fault { $0.statement = statement } == .expired)
    }

    @Test("An assertion about attributes alone is no sign-in")
    func noAuthentication() throws {
        #expect(try fault { $0.statement = "" } == .structure(.badStatement))
    }

    @Test("An unknown condition is refused")
    func unknownCondition() throws {
        #expect(try fault { $0.moreConditions = "<saml:Condition></saml:Condition>" } == .structure(.unknownCondition))
    }

    @Test("A confirmation that is not for a bearer is refused")
    func otherMethod() throws {
        #expect(
            try fault { $0.confirmationMethod = "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches" } == .wrongRecipient)
    }

    @Test("A response of another issuer is refused, though the key is right")
    func otherIssuer() throws {
        #expect(try fault { $0.issuer = "https://other.example.com" } == .foreignIssuer)
    }

    @Test("A response about a failure is refused")
    func unsuccessful() throws {
        #expect(try fault { $0.status = "urn:oasis:names:tc:SAML:2.0:status:Responder" } == .unsuccessful)
    }

    @Test(
        "A name that is empty, has blanks around it or elements in it is refused",
        arguments: ["", " ada", "ada\n", "a<saml:x>d</saml:x>a", "<saml:x></saml:x>"])
    func badName(_ name: String) throws {
        #expect(try fault { $0.nameID = name } == .noSubject)
    }
}
