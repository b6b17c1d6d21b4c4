// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import GatehouseStorage
import GatehouseWire

/// The corrective action for a file or a database that cannot be read or written, by the reason of the failure.
///
/// No action destroys data. Another data folder is proposed only for a folder that has no database yet: where there is
/// one, a server in another folder would have none of its users.
enum Cure {
    /// Whether a data folder has a database, or had one, or may have one that this user cannot see.
    static func hasDatabase(in folder: String) -> Bool {
        [FileOpening.fileName, MasterKeyCheck.fileName].contains { name in
            unsafe access(folder + "/" + name, F_OK) == 0 || errno == EACCES
        }
    }

    /// The corrective action for a failure in a data folder; `restoration` puts a backup into it.
    static func text(
        for error: any Error, inDataFolder folder: String, restoration: FolderCommand? = nil
    ) -> String {
        var cause = reason(of: error)
        // SQLite reports a full disk as a failed read or write in some places.
        if case .inputOutput = cause as? StorageError {
            do throws(StorageError) { try SpaceProbe(folder: folder).check() } catch { cause = error }
        }
        let action =
            switch cause as? StorageError {
            case .corrupt:
                "Put the right file back, or restore a backup with: "
                    + "\(restoration ?? FolderCommand(restoring: folder + "/" + FileOpening.fileName))"
            default: text(for: cause)
            }
        guard !hasDatabase(in: folder) else { return action }
        return action + " Or choose another folder with --data-dir."
    }

    /// The corrective action for a failure at another place.
    static func text(for error: any Error) -> String {
        switch reason(of: error) {
        case let failure as SystemCallFailure: text(forCode: failure.code)
        case StorageError.full: text(forCode: ENOSPC)
        case StorageError.readOnly: text(forCode: EROFS)
        case StorageError.busy: "Stop the process that has locked it, or try again later."
        case StorageError.corrupt: "Put the right file back, or restore a backup with gatehouse restore."
        case StorageError.inputOutput:
            text(forCode: EACCES) + " If it may, look for errors of the disk in the system's log. "
                + "A database on a server must be running, and reachable from here."
        case StorageError.unsound: "Then try again."
        case StorageError.serializationFailure, StorageError.unknownOutcome: "Try again."
        case is StorageError: "Report this line as a defect of Gatehouse."
        default: "Remove the cause, and try again."
        }
    }

    private static func text(forCode code: Int32) -> String {
        switch code {
        case ENOSPC, EDQUOT: "Make space on its disk."
        case EROFS: "Mount its file system for writing, and let this user write to the file and its folder."
        case EACCES, EPERM: "Let this user read and write the file and its folder."
        case ENOENT: "Make the folder."
        case ENOTDIR, EEXIST: "Move the file away that is in the place of the folder."
        case EMFILE, ENFILE: "Raise the limit of open files (LimitNOFILE of systemd, ulimit -Hn)."
        case EIO: "Look for errors of the disk in the system's log."
        default: "Remove the cause, and try again."
        }
    }

    /// The reason below the errors of services and of Foundation.
    private static func reason(of error: any Error) -> any Error {
        if let fault = error as? ServiceFault, let cause = fault.cause { return reason(of: cause) }
        if error is StorageError || error is SystemCallFailure { return error }
        let known = error as NSError
        if known.domain == NSPOSIXErrorDomain { return SystemCallFailure(call: "", code: Int32(known.code)) }
        if let inner = known.userInfo[NSUnderlyingErrorKey] as? NSError, inner.domain == NSPOSIXErrorDomain {
            return SystemCallFailure(call: "", code: Int32(inner.code))
        }
        switch CocoaError.Code(rawValue: known.code) {
        case .fileWriteOutOfSpace where known.domain == NSCocoaErrorDomain: return StorageError.full
        case .fileWriteVolumeReadOnly where known.domain == NSCocoaErrorDomain: return StorageError.readOnly
        case .fileWriteNoPermission where known.domain == NSCocoaErrorDomain,
            .fileReadNoPermission where known.domain == NSCocoaErrorDomain:
            return SystemCallFailure(call: "", code: EACCES)
        default: return error
        }
    }
}
