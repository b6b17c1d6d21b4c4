// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The rule on who works on the files of a data folder.
///
/// The owner of a folder can put links to files of root into it, at any moment, so root would read or overwrite them.
package enum FolderOwner {
    /// Continues as the owner of the folder if root has started the process, to the end of the process.
    ///
    /// Nothing happens for other users, in a folder of root, and without a folder.
    /// - Returns: a line for people, if the process has become another user.
    /// - Throws: `StartupRefusal` with the command for the right user, when root may not become that user.
    package static func become(ownerOf folder: String) throws(StartupRefusal) -> String? {
        guard let owner = foreignOwner(of: folder) else { return nil }
        // The groups first: the user may not change them.
        let hasGroups =
            name(of: owner.user).map { name in unsafe initgroups(name, numericCast(owner.group)) == 0 } ?? leaveGroups()
        guard hasGroups, setgid(owner.group) == 0, setuid(owner.user) == 0, geteuid() == owner.user,
            getegid() == owner.group
        else { throw refusal(folder, owner.user) }
        let user = name(of: owner.user) ?? "user \(owner.user)"
        return "root started the process, which continues as \(user), the owner of \(folder)"
    }

    /// Refuses to work as root in the folder of another user.
    /// - Throws: `StartupRefusal` with the command for the right user.
    static func requireNotRoot(in folder: String) throws(StartupRefusal) {
        if let owner = foreignOwner(of: folder) { throw refusal(folder, owner.user) }
    }

    /// The owner of the folder; `nil` if this process is not root's, or the folder is root's, or there is none.
    private static func foreignOwner(of folder: String) -> (user: uid_t, group: gid_t)? {
        var status = stat()
        guard geteuid() == 0, unsafe stat(folder, &status) == 0, status.st_uid != 0 else { return nil }
        return (status.st_uid, status.st_gid)
    }

    private static func leaveGroups() -> Bool {
        setgroups(0, nil) == 0
    }

    private static func name(of user: uid_t) -> String? {
        unsafe getpwuid(user).map { entry in unsafe String(cString: entry.pointee.pw_name) }
    }

    private static func refusal(_ folder: String, _ user: uid_t) -> StartupRefusal {
        let name = name(of: user)
        return StartupRefusal(
            .usage,
            "\(folder) belongs to \(name ?? "user \(user)"): run the command as this user, with: "
                + "sudo -u '\(name ?? "#\(user)")' gatehouse …")
    }
}
