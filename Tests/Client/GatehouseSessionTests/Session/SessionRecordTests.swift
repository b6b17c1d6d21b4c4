// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseSession
import GatehouseWire
import Testing

@Suite struct SessionRecordTests {
    @Test(arguments: [800_000_000.1, 800_000_000.1.nextUp, 0.1, 812_345_678.987_654_321.nextDown])
    func `a session record is read as written, to the last bit of the date`(seconds: Double) throws {
        let user = SignedInUser(
            tokens: UserPoolTokens(idToken: "i", accessToken: "a", refreshToken: "r"),
            typedUsername: "ada",
            method: .api(flow: .userSRP),
            signedInAt: Date(timeIntervalSinceReferenceDate: seconds)
        )
        let record = SessionRecord.userPool(user: user)
        #expect(try SessionRecord(encoded: record.encoded()) == record)
    }

    private static let identity = #"""
        {"identityID":"i","credentials":{"accessKeyID":"a","secretAccessKey":"s","sessionToken":"t","expiration":1000}}
        """#

    /// A signed-in user in the stored form.
    private static func user(
        method: String = #"{"hostedUI":{}}"#,
        more: String = "",
        federation: String = ""
    ) -> String {
        #"""
        {"tokens":{"idToken":"i","accessToken":"a","refreshToken":"r"\#(more)},"typedUsername":"ada",\#
        "method":\#(method),"signedInAt":2000.5,"deviceKey":"d","isRefreshTokenDead":false\#(more)\#(federation)}
        """#
    }

    private static let granted = GrantedIdentity(
        identityID: "i",
        credentials: AWSCredentials(
            accessKeyID: "a", secretAccessKey: "s", sessionToken: "t", expiration: Date(timeIntervalSince1970: 1_000))
    )
    private static let ada = SignedInUser(
        tokens: UserPoolTokens(idToken: "i", accessToken: "a", refreshToken: "r"),
        typedUsername: "ada",
        method: .hostedUI(isPrivate: nil),
        signedInAt: Date(timeIntervalSince1970: 2_000.5),
        deviceKey: "d"
    )

    /// The members of each kind of session, as the releases without a number of the layout wrote them.
    private static let former: [(members: String, record: SessionRecord)] = [
        (#""userPool":{"user":\#(user())}"#, .userPool(user: ada)),
        (#""guest":{"identity":\#(identity)}"#, .guest(identity: granted)),
        (
            #""federated":{"login":{"provider":"p","token":"t"},"identity":\#(identity)}"#,
            .federated(login: FederatedLogin(provider: "p", token: "t"), identity: granted)
        ),
        (
            #""userAndIdentityPool":{"user":\#(user()),"identity":\#(identity)}"#,
            .userAndIdentityPool(user: ada, identity: granted)
        ),
    ]

    @Test func `a session without the number of its layout is read, as one of layout 1`() throws {
        for (members, record) in Self.former {
            #expect(try SessionRecord(encoded: Data("{\(members)}".utf8)) == record)
            #expect(try SessionRecord(encoded: Data(#"{"layout":1,\#(members)}"#.utf8)) == record)
        }
    }

    @Test func `a session is written with the number of its layout, and releases that do not know it read it`() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        for (_, record) in Self.former {
            let stored = try record.encoded()
            #expect(try WireValue(json: stored)["layout"]?.integerValue == 1)
            #expect(try decoder.decode(SessionRecord.self, from: stored) == record)
        }
    }

    private static let tokensOfProvider = ProviderTokens(
        accessToken: "a", idToken: nil, refreshToken: "r", expiration: Date(timeIntervalSince1970: 3_000.5))

    /// The sessions that layout 1 does not have.
    private static let latter: [SessionRecord] = [
        .guest(identity: GrantedIdentity(identityID: "i", credentials: nil)),
        .federated(login: FederatedLogin(provider: "p", token: "t"), identity: nil),
        .federated(login: FederatedLogin(provider: "p", token: "t", customRoleARN: "role"), identity: granted),
        .federated(login: FederatedLogin(provider: "p", token: "a", pages: tokensOfProvider), identity: granted),
        .userAndIdentityPool(user: ada, identity: GrantedIdentity(identityID: "i", credentials: nil)),
        .userPool(user: federated(.disabled)),
        .userAndIdentityPool(user: federated(.provider("p")), identity: granted),
    ]

    private static func federated(_ federation: UserFederation) -> SignedInUser {
        var user = ada
        user.federation = federation
        return user
    }

    @Test func `a session that layout 1 does not have is of layout 2, so that earlier releases leave it alone`() throws
    {
        for record in Self.latter {
            let stored = try record.encoded()
            #expect(try WireValue(json: stored)["layout"]?.integerValue == 2)
            #expect(try SessionRecord(encoded: stored) == record)
        }
    }

    @Test func `stale tokens change no layout`() throws {
        var user = Self.ada
        user.areTokensStale = true
        let stored = try SessionRecord.userPool(user: user).encoded()
        #expect(try WireValue(json: stored)["layout"]?.integerValue == 1)
        #expect(try SessionRecord(encoded: stored).user == user)
    }

    @Test func `members that a later release has added are ignored`() throws {
        let text = #"{"userPool":{"user":\#(Self.user(more: #","new":[1]"#)),"new":{}},"new":2}"#
        #expect(try SessionRecord(encoded: Data(text.utf8)) == .userPool(user: Self.ada))
    }

    @Test(arguments: [
        #"{"layout":3}"#,
        #"{"layout":3,"guest":{"identity":\#(identity)}}"#,
        #"{"layout":1,"device":{"identity":\#(identity)}}"#,
        #"{"device":{}}"#,
        #"{"userPool":{"user":\#(user(method: #"{"link":{}}"#))}}"#,
        #"{"layout":2,"userPool":{"user":\#(user(federation: #","federation":{"link":{}}"#))}}"#,
        #"{"userAndIdentityPool":{"user":\#(user(method: #"{"api":{"flow":{"link":{}}}}"#)),"identity":\#(identity)}}"#,
        #"{"userPool":{"user":\#(user(method: #"{"api":{"flow":{"userAuth":{"preferred":"LINK"}}}}"#))}}"#,
    ])
    func `a later layout and an unknown case are of a later release, and not damaged`(text: String) {
        #expect(Self.failure(text)?.activity == .reading)
    }

    @Test(arguments: [
        "", "{ half", "[]", "1", "{}", #"{"layout":1}"#, #"{"layout":0,"guest":{"identity":\#(identity)}}"#,
        #"{"layout":"2","guest":{"identity":\#(identity)}}"#, #"{"guest":{}}"#, #"{"guest":{"identity":1}}"#,
        #"{"userPool":{"user":\#(user(method: "{}"))}}"#, #"{"userPool":{"user":\#(user(method: #""api""#))}}"#,
        #"{"userPool":{"user":\#(user())},"guest":{"identity":\#(identity)}}"#,
    ])
    func `text that no release has written is damaged`(text: String) {
        #expect(Self.failure(text)?.activity == .understanding)
    }

    /// The error of reading a stored form; nil if it is read.
    private static func failure(_ text: String) -> StoreError? {
        do throws(StoreError) {
            _ = try SessionRecord(encoded: Data(text.utf8))
            return nil
        } catch {
            return error
        }
    }
}
