// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The rule on who works on the files of a data folder.
///
/// The owner of a folder can put links to files of root into it, at any moment, so root would read or overwrite them.
package enum FolderOwner {
    /// Starts the program anew as the owner of the folder, if root has started it; then the call does not return.
    ///
    /// Nothing happens for other users, in a folder of root, and without a folder.
    /// - Throws: `StartupRefusal` with the command for the right user, when the program cannot start anew.
    package static func continueAsOwner(of folder: String) throws(StartupRefusal) {
        guard let owner = foreignOwner(of: folder) else { return }
        let entry = entry(of: owner.user)
        // The group of root is a right of root as well.
        let group = entry?.group ?? (owner.group == 0 ? owner.user : owner.group)
        do throws(ProgramRestart.Failure) {
            try ProgramRestart.perform(user: owner.user, group: group, name: entry?.name)
        } catch {
            throw refusal(folder, owner.user, because: "root could not become this user (\(error))")
        }
    }

    /// Checks that the process has no right of root, if root has started it and it began anew as another user.
    /// - Returns: a line for people, if that is so.
    /// - Throws: `StartupRefusal`, if the process has other rights than the user.
    package static func successor(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(StartupRefusal) -> String? {
        do throws(ProgramRestart.Failure) {
            return try ProgramRestart.arrived(environment).map { user in
                "root started the process, which continues as \(name(of: user.user)), the owner of the data folder"
            }
        } catch {
            throw StartupRefusal(
                .usage,
                "root started the process, which could not become the owner of the data folder: \(error). Run the "
                    + "command as this user, with sudo -u, and a program without set-user-ID and capabilities.")
        }
    }

    /// Refuses to work as root in the folder of another user.
    /// - Throws: `StartupRefusal` with the command for the right user.
    static func requireNotRoot(in folder: String) throws(StartupRefusal) {
        if let owner = foreignOwner(of: folder) { throw refusal(folder, owner.user, because: nil) }
    }

    /// The owner of the folder; `nil` if this process is not root's, or the folder is root's, or there is none.
    private static func foreignOwner(of folder: String) -> (user: uid_t, group: gid_t)? {
        var status = stat()
        guard geteuid() == 0, unsafe stat(folder, &status) == 0, status.st_uid != 0 else { return nil }
        return (status.st_uid, status.st_gid)
    }

    private static func entry(of user: uid_t) -> (name: String, group: gid_t)? {
        unsafe getpwuid(user).map { entry in
            unsafe (String(cString: entry.pointee.pw_name), entry.pointee.pw_gid)
        }
    }

    private static func name(of user: uid_t) -> String {
        entry(of: user)?.name ?? "user \(user)"
    }

    private static func refusal(_ folder: String, _ user: uid_t, because reason: String?) -> StartupRefusal {
        StartupRefusal(
            .usage,
            "\(folder) belongs to \(name(of: user))\(reason.map { ", and \($0)" } ?? ""): run the command as this "
                + "user, with: sudo -u '\(entry(of: user)?.name ?? "#\(user)")' gatehouse …")
    }
}
