// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import GRDB
import GatehouseSession

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

extension StoreProblem {
    /// The problem behind an error of SQLite or of the system; nil for other errors, as a statement's.
    init?(_ error: any Error, in place: StorePlace) {
        switch error {
        case let problem as StoreProblem: self = problem
        case let error as DatabaseError: self.init(database: error, in: place)
        case let failure as FileFailure: self.init(file: failure, in: place)
        // A row of the library's own tables has a value of another type.
        case is RowDecodingError: self = .damaged(place, "a row cannot be read")
        case let error as CocoaError where error.code == .fileWriteNoPermission || error.code == .fileReadNoPermission:
            self = .noAccess(place.path)
        default: return nil
        }
    }

    private init?(database error: DatabaseError, in place: StorePlace) {
        let message = error.message ?? "SQLite code \(error.extendedResultCode.rawValue)"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(place, message)
        case .SQLITE_FULL: self = .diskFull(place)
        case .SQLITE_READONLY: self = .readOnly(place.path)
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: self = .noAccess(place.path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(place)
        case .SQLITE_IOERR: self = .inputOutput(place, message)
        // GRDB's error for a closed connection; others of this code are errors of a programmer.
        case .SQLITE_MISUSE where message == "Connection is closed": self = .closed(place)
        default: return nil
        }
    }

    private init(file failure: FileFailure, in place: StorePlace) {
        switch failure.code {
        case EACCES, EPERM: self = .noAccess(place.folder)
        case EROFS: self = .readOnly(place.path)
        case ENOSPC, EDQUOT: self = .diskFull(place)
        default: self = .inputOutput(place, failure.description)
        }
    }

    /// Whether a new store may take the place of this one.
    var isDamage: Bool { kind == .damaged }
}

extension StoreProblem: ExplainedError {
    /// The sentence.
    var explanation: String { description }
}

extension DataStoreError {
    /// The error of an opening that has failed.
    init(opening place: StorePlace, _ error: any Error) {
        if let error = error as? DataStoreError {
            self = error
        } else {
            self = .invalidDatabase(path: place.path, StoreProblem(error, in: place) ?? error)
        }
    }

    /// The error of a read or a write that has failed.
    ///
    /// The errors of a record's own coding, and of other parts of the library, stay the cause.
    init(using place: StorePlace, _ error: any Error) {
        if let error = error as? DataStoreError {
            self = error
            return
        }
        guard let problem = StoreProblem(error, in: place) else {
            self = DataStoreError(unsorted: error)
            return
        }
        switch problem.kind {
        case .damaged, .foreign, .newerFormat, .inUse:
            self = .invalidDatabase(path: place.path, problem)
        case .closed:
            self = .invalidOperation(causedBy: problem)
        case .diskFull:
            self = .internalOperation(
                "Nothing of the call is stored, because the disk is full",
                "Make space on the disk of \(place.folder), and repeat the call", problem)
        case .noAccess, .readOnly:
            self = .internalOperation(
                "Nothing of the call is stored, because the store cannot be written",
                "Make \(place.folder) and its files writable for the user who runs this program, and repeat the call",
                problem)
        case .busy:
            self = .internalOperation(
                "Nothing of the call is stored, because another program keeps the store locked",
                "End the other program, and repeat the call", problem)
        case .inputOutput:
            self = .internalOperation(
                "Nothing of the call is stored, because the disk has failed",
                "Check the disk of \(place.folder), and repeat the call", problem)
        }
    }

    private init(unsorted error: any Error) {
        switch error {
        case let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT:
            self = .internalOperation(
                "The record does not fit the table of its model: \(error.message ?? "a constraint fails")",
                "Compare the record with the schema of its model", error)
        case let error as DatabaseError:
            self = .internalOperation(
                "A statement of the store has failed: \(error.message ?? "\(error.resultCode)")",
                "Report the error with its cause to the authors of the library", error)
        case is DecodingError, is EncodingError:
            self = .internalOperation(
                "A record cannot be read or written", "Compare the record with the schema of its model", error)
        default:
            self = DataStoreError(error: error)
        }
    }
}
