// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
package import GatehouseStorage

/// Finds out whether the disk of the data folder has space.
///
/// A write of the database is no proof: the log of the database has pages that it writes again.
package struct SpaceProbe: Sendable {
    /// The bytes that must fit: the size of a few pages.
    private static let size = 65_536

    private let folder: String
    private let path: String

    /// Creates the probe of a folder.
    package init(folder: String) {
        self.folder = folder
        path = folder + "/space.probe"
    }

    /// The bytes of the disk that this user can still write; `nil` if the system does not say.
    package var free: UInt64? {
        var status = statvfs()
        guard unsafe statvfs(folder, &status) == 0 else { return nil }
        return UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).partialValue
    }

    /// Writes a file and removes it; it does not reach the disk itself, but the file system counts it.
    /// - Throws: `StorageError` for a disk without space, a file system that is read-only, or another failure.
    package func check() throws(StorageError) {
        unsafe unlink(path)
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        defer {
            unsafe unlink(path)
            close(descriptor)
        }
        // Zeros could be a hole, without space on the disk.
        var rest = [UInt8](repeating: 0x20, count: Self.size)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { throw failure(errno) }
            rest = rest.dropFirst(max(0, count))
        }
    }

    private func failure(_ code: Int32) -> StorageError {
        switch code {
        case ENOSPC, EDQUOT: .full
        case EROFS: .readOnly
        default: .inputOutput("\(path) cannot be written: \(unsafe String(cString: strerror(code)))")
        }
    }
}
