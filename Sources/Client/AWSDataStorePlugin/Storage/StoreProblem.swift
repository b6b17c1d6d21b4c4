// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// Why a store cannot be used, in a sentence for the developer of an app.
struct StoreProblem: Error, Equatable, CustomStringConvertible {
    /// The kinds of problems.
    enum Kind: Equatable, Sendable {
        /// Another program uses the store, or another part of this one.
        case inUse

        /// The database is damaged, or the file is not a database.
        case damaged

        /// A newer version of the library has written the store.
        case newerFormat

        /// The file is a database of another program, or a folder.
        case foreign

        /// The system refuses access to the file or to its folder.
        case noAccess

        /// The file cannot be changed.
        case readOnly

        /// The disk is full.
        case diskFull

        /// Another connection held a lock for too long.
        case busy

        /// A read or a write of the disk has failed.
        case inputOutput

        /// The store was closed.
        case closed
    }

    /// The kind.
    let kind: Kind

    /// The sentence.
    let description: String
}

extension StoreProblem {
    static func inUse(_ place: StorePlace, by process: Int32?) -> StoreProblem {
        let holder =
            switch process {
            case ProcessInfo.processInfo.processIdentifier: "this process already"
            case let process?: "the process \(process)"
            case nil: "another process"
            }
        return StoreProblem(
            kind: .inUse,
            description: "The store \(place.path) is in use by \(holder), which holds the lock of \(place.lockPath): "
                + "stop it, or give this program another store.")
    }

    static func damaged(_ place: StorePlace, _ finding: String?) -> StoreProblem {
        StoreProblem(
            kind: .damaged,
            description: "The file \(place.path) is not a sound database" + (finding.map { " (\($0))" } ?? "")
                + ": start the DataStore again, which sets the file aside and begins a new one.")
    }

    static func newerFormat(_ place: StorePlace, found: Int, known: Int) -> StoreProblem {
        StoreProblem(
            kind: .newerFormat,
            description: "A newer version of this app has written the store \(place.path) in the format \(found). This "
                + "version reads formats up to \(known): install the newer one again, or remove the file.")
    }

    static func foreign(_ place: StorePlace) -> StoreProblem {
        StoreProblem(
            kind: .foreign,
            description: "The file \(place.path) is a database of another program: move it, or give this program "
                + "another store.")
    }

    static func isFolder(_ place: StorePlace) -> StoreProblem {
        StoreProblem(
            kind: .foreign, description: "The path \(place.path) is a folder, where a store's file should be.")
    }

    static func noAccess(_ path: String) -> StoreProblem {
        StoreProblem(
            kind: .noAccess,
            description: "The system refuses access to \(path): the file and its folder must belong to the user who "
                + "runs this program.")
    }

    static func readOnly(_ path: String) -> StoreProblem {
        StoreProblem(
            kind: .readOnly,
            description: "The file \(path) cannot be changed, because the file, its folder or the disk is read-only.")
    }

    static func diskFull(_ place: StorePlace) -> StoreProblem {
        StoreProblem(kind: .diskFull, description: "The disk of \(place.folder) is full: make space on it.")
    }

    static func busy(_ place: StorePlace) -> StoreProblem {
        StoreProblem(
            kind: .busy,
            description: "Another program has kept the database \(place.path) locked for too long.")
    }

    static func inputOutput(_ place: StorePlace, _ finding: String) -> StoreProblem {
        StoreProblem(
            kind: .inputOutput, description: "A read or a write of the store \(place.path) has failed: \(finding).")
    }

    static func closed(_ place: StorePlace) -> StoreProblem {
        StoreProblem(
            kind: .closed,
            description: "The store \(place.path) is closed, because DataStore was reset or another user has signed "
                + "in: make the call again.")
    }
}
