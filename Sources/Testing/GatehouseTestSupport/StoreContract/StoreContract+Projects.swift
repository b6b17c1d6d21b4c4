// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseCore
import GatehouseProjectStores
import GatehouseStorage
import Testing

extension StoreContract {
    /// Project records.
    package static let projects: [StoreContractRule] = [
        StoreContractRule("a project is read as it was written, and its id is taken") { database in
            let store = try await projectStore(in: database)
            let first = StoredProject(id: "d1", name: "Shop", frontend: "ios", createdAt: moment())
            let second = StoredProject(id: "d2", name: "Shop", frontend: nil, createdAt: moment(1))
            try await store.write { writer in
                try writer.insert(second)
                try writer.insert(first)
            }
            #expect(try await store.read { try $0.project("d1") } == first)
            #expect(try await store.read { try $0.project("d2") } == second)
            #expect(try await store.write { try $0.project("D1") } == nil)
            #expect(try await store.read { try $0.projectCount() } == 2)
            await #expect(throws: StoreConflict.taken("d1")) {
                try await store.write { try $0.insert(first) }
            }
        },
        StoreContractRule("projects are listed in pages by their ids") { database in
            let store = try await projectStore(in: database)
            try await store.write { writer in
                for id in ["c", "a", "b"] { try writer.insert(project(id)) }
            }
            #expect(try await store.read { try $0.projects(after: nil, limit: 2).map(\.id) } == ["a", "b"])
            #expect(try await store.read { try $0.projects(after: "b", limit: 2).map(\.id) } == ["c"])
            #expect(try await store.read { try $0.projects(after: "c", limit: 2) } == [])
        },
        StoreContractRule("an environment belongs to one project, and has a lock or none") { database in
            let store = try await projectStore(in: database)
            var dev = environment("dev")
            let prod = environment("prod")
            try await store.write { writer in
                for id in ["a", "b"] { try writer.insert(project(id)) }
                try writer.insert(environment("prod"), of: "a")
                try writer.insert(environment("dev"), of: "a")
                try writer.insert(environment("dev"), of: "b")
            }
            #expect(try await store.read { try $0.environments(of: "a") } == [dev, prod])
            await #expect(throws: StoreConflict.taken("dev")) {
                try await store.write { try $0.insert(environment("dev"), of: "a") }
            }
            dev.lock = StoredLock(
                tokenHash: [0, 1, 255], holder: "Ada’s computer", lockedAt: moment(), expiresAt: moment(600))
            try await store.write { [lock = dev.lock] in try $0.setLock(lock, of: "dev", in: "a") }
            #expect(try await store.read { try $0.environment("dev", of: "a") } == dev)
            #expect(try await store.read { try $0.environment("dev", of: "b")?.lock } == nil)
            dev.lock = StoredLock(
                tokenHash: [2], holder: "Ada’s computer", lockedAt: moment(), expiresAt: moment(600),
                clientTokenHash: [0, 3, 255])
            try await store.write { [lock = dev.lock] in try $0.setLock(lock, of: "dev", in: "a") }
            #expect(try await store.read { try $0.environment("dev", of: "a") } == dev)
            try await store.write { try $0.setLock(nil, of: "dev", in: "a") }
            #expect(try await store.read { try $0.environment("dev", of: "a") } == environment("dev"))
            #expect(try await store.read { try $0.environment("test", of: "a") } == nil)
            await #expect(throws: StorageError.missingRow("project_environments")) {
                try await store.write { try $0.setLock(nil, of: "test", in: "a") }
            }
        },
        StoreContractRule("a state is read with its outputs and its files, by the bytes of their paths") { database in
            let store = try await projectStore(in: database)
            let files = [
                file("a/B.json", "1"), file("a/a.json", "2", isProgram: true), file("ä", "1"), file("Z", "3"),
            ]
            try await store.write { writer in
                try writer.insert(state(1), files: files, outputs: #"{"a":"ä"}"#, of: "dev", in: "a")
                try writer.insert(state(2), files: [], outputs: "{}", of: "dev", in: "a")
                try writer.insert(state(1), files: [], outputs: "{}", of: "prod", in: "a")
            }
            #expect(try await store.read { try $0.states(of: "dev", in: "a", limit: 9) } == [state(2), state(1)])
            #expect(try await store.read { try $0.states(of: "dev", in: "a", limit: 1) } == [state(2)])
            #expect(try await store.read { try $0.states(of: "dev", in: "b", limit: 9) } == [])
            #expect(try await store.read { try $0.state(1, of: "dev", in: "a") } == state(1))
            #expect(try await store.read { try $0.state(3, of: "dev", in: "a") } == nil)
            #expect(try await store.read { try $0.outputs(ofState: 1, of: "dev", in: "a") } == #"{"a":"ä"}"#)
            #expect(try await store.read { try $0.outputs(ofState: 3, of: "dev", in: "a") } == nil)
            let found = try await store.read { try $0.files(ofState: 1, of: "dev", in: "a") }
            #expect(found == [files[3], files[0], files[1], files[2]])
            #expect(try await store.read { try $0.files(ofState: 1, of: "prod", in: "a") } == [])
            await #expect(throws: StoreConflict.taken("2")) {
                try await store.write { try $0.insert(state(2), files: [], outputs: "{}", of: "dev", in: "a") }
            }
        },
        StoreContractRule("a content is stored once in its project, and an empty one is a content, too") { database in
            let store = try await projectStore(in: database)
            try await store.write { writer in
                for _ in 0..<2 { try writer.putContent([0, 255, 7], sha256: "1", in: "a", at: moment()) }
                try writer.putContent([], sha256: "2", in: "a", at: moment())
            }
            #expect(try await store.read { try $0.content("1", in: "a") } == [0, 255, 7])
            #expect(try await store.read { try $0.content("2", in: "a") } == [])
            #expect(try await store.read { try $0.size(ofContent: "1", in: "a") } == 3)
            #expect(try await store.read { try $0.size(ofContent: "2", in: "a") } == 0)
            #expect(try await store.read { try $0.content("1", in: "b") } == nil)
            #expect(try await store.read { try $0.size(ofContent: "1", in: "b") } == nil)
            #expect(try await store.read { try $0.unusedContent(in: "a") } == UnusedContent(count: 2, bytes: 3))
            #expect(try await store.read { try $0.unusedContent(in: "b") } == UnusedContent(count: 0, bytes: 0))
        },
        StoreContractRule("contents that no state uses go after their time, which a second upload renews") { database in
            let store = try await projectStore(in: database)
            try await store.write { writer in
                for name in ["used", "old", "renewed"] {
                    try writer.putContent([1], sha256: name, in: "a", at: moment())
                }
                try writer.putContent([1], sha256: "old", in: "b", at: moment())
                try writer.putContent([1], sha256: "renewed", in: "a", at: moment(10))
                try writer.insert(state(1), files: [file("f", "used")], outputs: "{}", of: "dev", in: "a")
                // A state of another project does not keep this project's contents.
                try writer.insert(state(1), files: [file("f", "old")], outputs: "{}", of: "dev", in: "b")
                try writer.removeUnusedContent(in: "a", storedBefore: moment(10))
            }
            #expect(try await contents(["used", "old", "renewed"], of: "a", in: store) == ["used", "renewed"])
            #expect(try await contents(["old"], of: "b", in: store) == ["old"])
        },
        StoreContractRule("states that are removed take the contents with them that no other state uses") { database in
            let store = try await projectStore(in: database)
            let names = ["first", "both", "prod", "last", "new"]
            try await store.write { writer in
                for name in names { try writer.putContent([1], sha256: name, in: "a", at: moment()) }
                try writer.putContent([1], sha256: "first", in: "b", at: moment())
                let files = [file("1", "first"), file("2", "both"), file("3", "prod")]
                try writer.insert(state(1), files: files, outputs: "{}", of: "dev", in: "a")
                try writer.insert(
                    state(2), files: [file("2", "both"), file("4", "last")], outputs: "{}", of: "dev", in: "a")
                try writer.insert(state(1), files: [file("3", "prod")], outputs: "{}", of: "prod", in: "a")
                try writer.removeStates(upTo: 1, of: "dev", in: "a")
            }
            // One that was stored for a push that has not ended stays.
            #expect(try await contents(names, of: "a", in: store) == ["both", "prod", "last", "new"])
            #expect(try await contents(["first"], of: "b", in: store) == ["first"])
            #expect(try await store.read { try $0.states(of: "dev", in: "a", limit: 9) } == [state(2)])
            #expect(try await store.read { try $0.files(ofState: 1, of: "dev", in: "a") } == [])
            #expect(try await store.read { try $0.states(of: "prod", in: "a", limit: 9) } == [state(1)])
        },
        StoreContractRule("an environment and a project are removed with all that is theirs alone") { database in
            let store = try await projectStore(in: database)
            try await store.write { writer in
                for id in ["a", "b"] {
                    try writer.insert(project(id))
                    try writer.insert(environment("dev"), of: id)
                    try writer.insert(environment("prod"), of: id)
                    for name in ["1", "2"] { try writer.putContent([1], sha256: name, in: id, at: moment()) }
                    try writer.insert(state(1), files: [file("f", "1")], outputs: "{}", of: "dev", in: id)
                    try writer.insert(state(1), files: [file("f", "2")], outputs: "{}", of: "prod", in: id)
                }
                try writer.removeEnvironment("dev", of: "a")
            }
            #expect(try await store.read { try $0.environments(of: "a").map(\.name) } == ["prod"])
            #expect(try await store.read { try $0.states(of: "dev", in: "a", limit: 9) } == [])
            #expect(try await contents(["1", "2"], of: "a", in: store) == ["2"])
            try await store.write { writer in
                try writer.removeEnvironment("prod", of: "a")
                try writer.removeProject("a")
            }
            #expect(try await store.read { try $0.projects(after: nil, limit: 9).map(\.id) } == ["b"])
            #expect(try await contents(["1", "2"], of: "a", in: store) == [])
            #expect(try await contents(["1", "2"], of: "b", in: store) == ["1", "2"])
            #expect(try await store.read { try $0.environments(of: "b").map(\.name) } == ["dev", "prod"])
            #expect(try await store.read { try $0.states(of: "dev", in: "b", limit: 9) } == [state(1)])
        },
    ]

    private static func projectStore(in database: any SQLDatabase) async throws -> SQLProjectStore {
        try await Migrator(Migrations.all).migrate(database)
        return SQLProjectStore(database)
    }

    private static func project(_ id: String) -> StoredProject {
        StoredProject(id: id, name: "Shop", frontend: nil, createdAt: moment())
    }

    private static func environment(_ name: String) -> StoredEnvironment {
        StoredEnvironment(name: name, authRole: name + "-auth", unauthRole: name + "-unauth", createdAt: moment())
    }

    private static func state(_ number: Int) -> PushedState {
        PushedState(
            number: number, sha256: "hash \(number)", pushedBy: "AKIA", pushedFrom: "ada@computer",
            pushedAt: moment(Double(number)))
    }

    private static func file(_ path: String, _ sha256: String, isProgram: Bool = false) -> PushedFile {
        PushedFile(path: path, sha256: sha256, size: 1, isProgram: isProgram)
    }

    /// Those of some contents that a project has.
    private static func contents(
        _ names: [String], of projectID: String, in store: SQLProjectStore
    ) async throws -> [String] {
        try await store.read { reader in
            try names.filter { try reader.size(ofContent: $0, in: projectID) != nil }
        }
    }
}
