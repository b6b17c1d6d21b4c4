// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

package import Foundation

/// A folder that is gone when the value is.
package final class TemporaryFolder: Sendable {
    package let url: URL

    /// Linux has this folder in memory.
    private static let memory = URL(filePath: "/dev/shm", directoryHint: .isDirectory)

    /// Makes an empty folder.
    ///
    /// - Parameter inMemory: whether it is in memory where the system has a place for that. Code that returns after its
    ///   files are on disk then blocks no thread, for a test that is not about that. Programs may not be started from
    ///   there.
    /// - Throws: the error of a folder that cannot be made.
    package init(inMemory: Bool = false) throws {
        let manager = FileManager.default
        let parent =
            inMemory && manager.isWritableFile(atPath: Self.memory.path) ? Self.memory : manager.temporaryDirectory
        url = parent.appendingPathComponent("gatehouse-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        // Files that cannot be removed are left to the system, which empties its temporary folder.
        try? FileManager.default.removeItem(at: url)
    }

    /// The folder's path.
    package var path: String { url.path }

    /// The path of a file in it.
    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
