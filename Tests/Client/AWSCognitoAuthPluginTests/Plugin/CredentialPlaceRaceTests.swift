// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GatehouseSession
import GatehouseTestSupport
import GatehouseTesting
import Testing

@testable import AWSCognitoAuthPlugin

/// Changes of the access group at the same time as other programs use the stores; locks on files count within a process
/// as between processes.
@Suite(.hangLimit) struct CredentialPlaceRaceTests {
    private static let keys = StoreKeys(userPoolID: "r_pool", identityPoolID: nil)

    private let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    @Test(arguments: [false, true])
    func `two processes that join a group at once lose no session, also beside a sign-in there`(
        isBesideSignIn: Bool
    ) async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        for round in 0..<50 {
            let open = stores(round)
            let (home, shared) = (open(nil), open("A"))
            try home.write(Data("mine".utf8), for: Self.keys.session)
            try home.write(Data("key".utf8), for: Self.keys.deviceMetadata(typedUsername: "ada"))
            await withTaskGroup { group in
                for _ in 0..<2 {
                    group.addTask {
                        let group = AccessGroup(name: "A", migrateKeychainItemsOfUserSession: true)
                        _ = CredentialPlace(open).store(for: group, keys: Self.keys)
                    }
                }
                if isBesideSignIn {
                    group.addTask {
                        #expect(throws: Never.self) {
                            try shared.update(Self.keys.session) { present in
                                present == .absent ? .write(Data("theirs".utf8)) : .keep
                            }
                        }
                    }
                }
            }
            let expected = isBesideSignIn ? ["mine", "theirs"] : ["mine"]
            #expect(expected.contains(try text(shared)))
            #expect(home.read(Self.keys.session) == .absent)
            #expect(home.read(Self.keys.deviceMetadata(typedUsername: "ada")) == .absent)
        }
    }

    @Test func `a session that another app renews while it is moved arrives with its last tokens`() async throws {
        defer { try? FileManager.default.removeItem(at: root) }
        for round in 0..<50 {
            let open = stores(round)
            let (home, shared) = (open(nil), open("A"))
            _ = CredentialPlace(open).store(for: AccessGroup(name: "A"), keys: Self.keys)
            try shared.write(Data("0".utf8), for: Self.keys.session)
            let last = await withTaskGroup(of: String?.self) { group in
                group.addTask {
                    var last = "0"
                    for number in 1...20 {
                        #expect(throws: Never.self) {
                            try shared.update(Self.keys.session) { present in
                                guard present != .absent else { return .keep }
                                last = "\(number)"
                                return .write(Data("\(number)".utf8))
                            }
                        }
                    }
                    return last
                }
                group.addTask {
                    let group = AccessGroup.none(migrateKeychainItemsOfUserSession: true)
                    _ = CredentialPlace(open).store(for: group, keys: Self.keys)
                    return nil
                }
                return await group.reduce(nil) { $0 ?? $1 }
            }
            #expect(try text(home) == last)
            #expect(shared.read(Self.keys.session) == .absent)
        }
    }

    private func stores(_ round: Int) -> @Sendable (String?) -> FileCredentialStore {
        { [root] in FileCredentialStore(directory: root.appending(path: "\(round)/\($0 ?? "private")")) }
    }

    /// The session in a store, as text.
    private func text(_ store: FileCredentialStore) throws -> String {
        guard case .found(let data) = store.read(Self.keys.session) else { return "nothing" }
        return String(decoding: data, as: UTF8.self)
    }
}
