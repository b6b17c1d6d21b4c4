// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoAdminShapes
import Foundation
import GatehouseCore
import GatehouseCrypto
import GatehousePasswordHashing
import GatehouseServerCrypto
import GatehouseTestSupport
import GatehouseTesting
import GatehouseUserPoolModel
import GatehouseWire
import Testing

@testable import GatehouseAccounts
@testable import GatehouseIdentityPools
@testable import GatehouseOutbound
@testable import GatehouseSecurityTokens
@testable import GatehouseServer
@testable import GatehouseSignIn
@testable import GatehouseUserPoolKernel
@testable import GatehouseUserPools

/// Sealed bytes of every layout that a commit of this repository has written (Scripts/sealed-forms.py).
///
/// Stored data of earlier releases is read. Their sessions are read or have expired; none is a wrong password.
@Suite struct SealedFormTests {
    private static let (poolID, clientID) = ("us-east-1_Fixture01", "fixtureclient0000000000001")
    private static let sub = "11111111-2222-4333-8444-555555555555"
    private static let deviceKey = "us-east-1_66666666-7777-4888-8999-aaaaaaaaaaaa"
    private static let password = "Correct-Horse-7!"
    private static let expiry = Date(timeIntervalSinceReferenceDate: 800_000_000)
    private static let now = expiry.addingTimeInterval(-100)

    private static var user: UserRecord {
        UserRecord(
            sub: sub, poolID: poolID, username: "alice", status: .confirmed, attributes: [:], password: nil,
            createdAt: now, modifiedAt: now)
    }

    private let forms: FormFile
    private let sealer: Sealer
    private let passwords: StoredPasswords

    init() async throws {
        forms = try FormFile.read()
        sealer = Sealer(ring: try KeyRing(text: forms.ring), entropy: .seeded(1))
        let arithmetic = try await TestGatehouse().installation.userPools.arithmetic
        passwords = StoredPasswords(sealer: sealer, entropy: .seeded(1), arithmetic: arithmetic)
    }

    /// The forms of a kind; there are some.
    private func all(_ kind: String) throws -> [FormFile.Form] {
        let found = forms.forms.filter { $0.kind == kind }
        try #require(!found.isEmpty)
        return found
    }

    @Test func `a session string of every release is read or has expired`() throws {
        for form in try all("session") {
            do {
                let session = try SignInSession(
                    unsealing: form.sealed, clientID: Self.clientID, sealer: sealer, now: Self.now)
                #expect(form.reads, "\(form)")
                #expect(session.typedName == "alice" && session.sub == Self.sub && session.deviceKey == Self.deviceKey)
                #expect(session.expiresAt == Self.expiry && session.password == [UInt8](repeating: 0xD1, count: 32))
                expectDetail(session.detail, form)
            } catch {
                #expect(!form.reads && error == .expiredSession, "\(form)")
            }
            #expect(throws: ServiceFault.self) {
                try SignInSession(unsealing: form.sealed, clientID: "another", sealer: sealer, now: Self.now)
            }
            #expect(throws: ServiceFault.expiredSession) {
                try SignInSession(unsealing: form.sealed, clientID: Self.clientID, sealer: sealer, now: Self.expiry)
            }
        }
    }

    private func expectDetail(_ detail: ChallengeDetail?, _ form: FormFile.Form) {
        switch detail {
        case nil: #expect(form.note.isEmpty, "\(form)")
        case .code(let code):
            #expect(form.note == "code" && code.hash == Array(0..<32) && code.attribute == "email")
            #expect(code.wasSent(to: "alice@example.com") && !code.wasSent(to: "bob@example.com"))
            #expect(!code.wasSent(to: nil))
        case .custom(let progress):
            #expect(form.note == "custom" && progress.history.map(\.name) == ["SRP_A"])
            #expect(progress.challenge?.hidden == ["answer": "42"])
        case .secondFactors(let factors): #expect(form.note == "secondFactors" && factors == [.sms, .softwareToken])
        case .softwareToken(let secret): #expect(form.note == "softwareToken" && secret == [1, 2, 255])
        }
    }

    @Test func `a secret block of every release is read or has expired, and is never a wrong password`() throws {
        for form in try all("block") {
            let bytes = try form.bytes
            do {
                let block = try SecretBlock(unsealing: bytes, clientID: Self.clientID, sealer: sealer, now: Self.now)
                #expect(form.reads, "\(form)")
                #expect(block.userID == "alice" && block.serverPrivateKey == [UInt8](repeating: 0xBB, count: 32))
            } catch {
                #expect(!form.reads && error == .expiredSession, "\(form)")
            }
            #expect(throws: ServiceFault.expiredSession) {
                try SecretBlock(unsealing: bytes, clientID: Self.clientID, sealer: sealer, now: Self.expiry)
            }
        }
    }

    @Test func `a passkey's registration that an earlier release began can be completed`() throws {
        for form in try all("registration") {
            let challenge = try RegistrationChallenge(
                unsealing: try form.bytes, of: Self.user, sealer: sealer, now: Self.now)
            #expect(challenge.clientID == Self.clientID)
        }
    }

    @Test func `a password verifier of every release knows its password`() throws {
        for form in try all("password") {
            let stored = UserRecord.SealedPassword(sealed: try form.bytes, setAt: Self.now)
            #expect(try passwords.matches(Self.password, stored, of: Self.user), "\(form)")
            #expect(try !passwords.matches("Wrong-Horse-7!", stored, of: Self.user), "\(form)")
            var user = Self.user
            user.password = stored
            #expect(try passwords.importedHash(of: user) == nil)
        }
    }

    @Test func `an imported hash of every algorithm knows its password`() throws {
        for form in try all("hash") {
            var user = Self.user
            user.password = UserRecord.SealedPassword(sealed: try form.bytes, setAt: Self.now)
            let hash = try #require(try passwords.importedHash(of: user))
            #expect("\(hash)" == "ImportedHash(\(form.note))")
            let isRight = hash.matches(Secret(utf8: Self.password), by: SystemPasswordHasher())
            #expect(isRight, "\(form)")
        }
    }

    @Test func `a device's verifier of every release is read`() throws {
        for form in try all("device") {
            let device = DeviceRecord(
                poolID: Self.poolID, sub: Self.sub, key: Self.deviceKey, isRemembered: true,
                sealedVerifier: try form.bytes, address: "", createdAt: Self.now, modifiedAt: Self.now,
                authenticatedAt: Self.now)
            let verifier = try DeviceVerifiers(sealer: sealer).open(device)
            #expect(verifier.salt == Array(0x41..<0x51) && verifier.isPlausible)
        }
    }

    @Test func `secrets of authenticator apps, clients and signing keys of every release are read`() throws {
        for form in try all("software token") {
            let tokens = SoftwareTokens(
                sealer: sealer, entropy: .seeded(1), forwardClock: ForwardClock(WallClock { Self.now }))
            let secret = try sealer.open(
                try form.bytes, purpose: .softwareToken, context: Array("\(Self.poolID)|\(Self.sub)".utf8))
            let code = TOTP(secret: Secret(secret)).code(at: Self.now)
            #expect(try tokens.matchingStep(code, of: try form.bytes, for: Self.user, at: Self.now) != nil)
        }
        for form in try all("client secret") {
            let client = AppClientRecord(
                id: Self.clientID, poolID: Self.poolID, description: UserPoolClientType(),
                secrets: [.init(id: "one", sealed: try form.bytes, createdAt: Self.now)], createdAt: Self.now,
                modifiedAt: Self.now)
            try ClientSecrets(sealer: sealer).checkSecret("a client secret", client: client)
        }
        for form in try all("signing key") {
            let record = SigningKeyRecord(
                id: "fixture-key", poolID: Self.poolID, use: .idTokens, sealedPrivateKey: try form.bytes, modulus: "",
                exponent: "", createdAt: Self.now, retiredAt: nil)
            let keys = SigningKeys(sealer: sealer, signer: SwiftCryptoRSASigner())
            #expect(try keys.sign(Array("{}".utf8), with: record).split(separator: ".").count == 3)
        }
    }

    @Test func `pages, imported files and the key's check of every release are read`() async throws {
        for form in try all("page token") {
            let token = Base64URL.encode(try form.bytes)
            let tokens = PageTokens(sealer: sealer, purpose: .pageToken)
            #expect(try tokens.open(token, list: "list") == "position")
        }
        for form in try all("identity page") {
            let token = Base64URL.encode(try form.bytes)
            let tokens = IdentityPools.pageTokens(by: sealer)
            #expect(try tokens.open(token, list: "list") == "position")
        }
        for form in try all("import chunk") {
            let chunk = ImportChunk(
                run: ImportRun(poolID: Self.poolID, jobID: "job"), uploadID: "upload", position: 0)
            #expect(try ImportFile.open(form.bytes, as: chunk, by: sealer) == Array("cognito:username\nalice\n".utf8))
        }
        for form in try all("master key check") {
            let folder = try TemporaryFolder()
            try Data(try form.bytes).write(to: URL(filePath: folder.path("master.check")))
            let keys = InstallationKeys(ring: try KeyRing(text: forms.ring), entropy: .system)
            try await MasterKeyCheck(dataDirectory: folder.url.path, keys: keys).verify { false }
        }
    }

    @Test func `a message that an earlier release queued is read`() throws {
        for form in try all("queued message") {
            let queued = QueuedMessage(
                id: "message", sealed: try form.bytes, nextAttemptAt: Self.now, expiresAt: Self.expiry)
            let message = try OutgoingMessage(queued, sealer: sealer, lease: Self.now).message
            #expect(message.recipient == "alice@example.com" && message.code == "123456")
            #expect(message.letterhead.from == "pool@example.com" && message.expiresAt == Self.expiry)
            #expect((message.sender?.function.hasSuffix(":mail") ?? false) == (form.note == "with sender"))
        }
    }

    @Test func `a session token of every release is read`() throws {
        for form in try all("session token") {
            let token = try #require(SessionToken(unsealing: form.sealed, for: "ASIAFIXTURE", by: sealer))
            guard case .role(let session) = token.holder else {
                Issue.record("\(form)")
                continue
            }
            #expect(session.roleARN == "arn:aws:iam::123456789012:role/reader")
            #expect(token.expiresAt == Date(timeIntervalSince1970: 1_800_000_000))
        }
    }

    @Test func `every kind of sealed bytes has a fixture of today's form`() throws {
        let kinds = Set(forms.forms.map(\.kind))
        #expect(Set(forms.forms.filter { $0.commit == "form 1" }.map(\.kind)) == kinds)
        let session = try #require(try all("session").last { $0.commit == "form 1" && $0.note == "code" })
        let opened = try SignInSession(
            unsealing: session.sealed, clientID: Self.clientID, sealer: sealer, now: Self.now)
        #expect(opened.sealed(by: sealer).utf8.count == session.sealed.utf8.count)
    }

    @Test func `index keys of every release are read`() throws {
        for form in try all("index key") {
            let key = try sealer.open(form.bytes, purpose: .indexKey, context: Array("code".utf8))
            #expect(key == [UInt8](repeating: 0xC0, count: 32))
        }
    }

    @Test func `keyed hashes stay the same from release to release`() {
        let hash = sealer.mac(Array("\(Self.poolID)|\(Self.sub)|sign-up|123456".utf8), purpose: .code)
        #expect(Hex.encode(hash) == "ff5f259c63997fc0e18a9c2cfd51f7169dd82596a40576251e06a58413e72114")
    }
}

/// The fixtures of SealedForms/forms.json.
private struct FormFile: Decodable {
    struct Form: Decodable, CustomStringConvertible {
        let kind: String
        /// The first commit that wrote the layout, or the number of the form.
        let commit: String
        /// The difference between the fixtures of one layout.
        let note: String
        /// Whether this release reads the layout; otherwise the data has expired.
        let reads: Bool
        /// Base64.
        let sealed: String

        var bytes: [UInt8] { get throws { try #require(Base64.decode(sealed)) } }
        var description: String { "\(kind) of \(commit) \(note)" }
    }

    let ring: String
    let forms: [Form]

    static func read() throws -> FormFile {
        let file = try #require(
            Bundle.module.url(forResource: "forms", withExtension: "json", subdirectory: "SealedForms"))
        return try JSONDecoder().decode(FormFile.self, from: Data(contentsOf: file))
    }
}
