// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage
import GatehouseTestSupport
import GatehouseTesting
import GatehouseWire
import Testing

@testable import GatehouseServer

/// The corrective actions for files and databases that cannot be used.
@Suite struct CureTests {
    @Test(
        arguments: [
            (SystemCallFailure(call: "write", code: ENOSPC), "Make space on its disk."),
            (SystemCallFailure(call: "open", code: EROFS), "Mount its file system for writing"),
            (SystemCallFailure(call: "open", code: EACCES), "Let this user read and write the file and its folder."),
            (SystemCallFailure(call: "mkdir", code: ENOTDIR), "Move the file away that is in the place"),
            (SystemCallFailure(call: "open", code: EMFILE), "Raise the limit of open files"),
            (StorageError.full, "Make space on its disk."),
            (StorageError.readOnly, "Mount its file system for writing"),
            (StorageError.busy, "Stop the process that has locked it"),
            (StorageError.corrupt, "Put the right file back, or restore a backup"),
            (StorageError.missingRow("users"), "Report this line as a defect"),
            (ServiceFault(.serviceUnavailable, "later", cause: StorageError.full), "Make space on its disk."),
            (CocoaError(.fileWriteOutOfSpace), "Make space on its disk."),
            (CocoaError(.fileWriteVolumeReadOnly), "Mount its file system for writing"),
            (CocoaError(.fileWriteNoPermission), "Let this user read and write"),
        ] as [(any Error, String)])
    func `the action fits the reason of the failure`(_ error: any Error, _ text: String) throws {
        #expect(Cure.text(for: error).hasPrefix(text))
        let folder = try TemporaryFolder()
        #expect(Cure.text(for: error, inDataFolder: folder.path).hasPrefix(text))
    }

    @Test(arguments: ["gatehouse.sqlite", "master.check"])
    func `another folder is proposed only where there is no database`(_ name: String) throws {
        let folder = try TemporaryFolder()
        let errors: [any Error] = [
            SystemCallFailure(call: "write", code: ENOSPC), StorageError.corrupt, StorageError.inputOutput("x"),
        ]
        for error in errors {
            #expect(
                Cure.text(for: error, inDataFolder: folder.path).hasSuffix("choose another folder with --data-dir."))
        }
        try Data().write(to: URL(fileURLWithPath: folder.path(name)))
        for error in errors {
            #expect(!Cure.text(for: error, inDataFolder: folder.path).contains("another folder"))
        }
    }

    @Test func `a damaged database is restored with the command for its folder`() throws {
        let folder = try TemporaryFolder()
        try Data().write(to: URL(fileURLWithPath: folder.path("gatehouse.sqlite")))
        let text = Cure.text(for: StorageError.corrupt, inDataFolder: folder.path)
        #expect(text.hasSuffix("gatehouse restore FILE --replace --data-dir \(folder.path)"))
    }
}
