// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The rule on who may copy and replace the files of a data folder.
enum FolderOwner {
    /// Refuses to work as root in the folder of another user.
    ///
    /// That user can put links to files of root into the folder, at any moment, so root would read or overwrite them.
    /// - Throws: `StartupRefusal` with the command for the right user.
    static func requireNotRoot(in folder: String) throws(StartupRefusal) {
        var status = stat()
        guard geteuid() == 0, unsafe stat(folder, &status) == 0, status.st_uid != 0 else { return }
        let name = (try? FileManager.default.attributesOfItem(atPath: folder)[.ownerAccountName]) as? String
        throw StartupRefusal(
            .usage,
            "\(folder) belongs to \(name ?? "user \(status.st_uid)"): run the command as this user, with: "
                + "sudo -u '\(name ?? "#\(status.st_uid)")' gatehouse …")
    }
}
