// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation

/// The name that distinguishes an app's stored items from those of other programs.
package enum AppIdentity {
    /// The environment variable with which several programs, or several names of one program, share their items.
    package static let variable = "GATEHOUSE_APP_ID"

    /// The bundle identifier, which programs on Linux hardly ever have; else the value of `GATEHOUSE_APP_ID`; else the
    /// name of the executable.
    ///
    /// - Parameters:
    ///   - bundleIdentifier: the bundle identifier of the program, if it has one.
    ///   - environment: where `GATEHOUSE_APP_ID` is looked up.
    ///   - executableName: the name of the executable.
    /// - Returns: the first of them that is not empty.
    package static func name(
        bundleIdentifier: String? = Bundle.main.bundleIdentifier,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        executableName: String = ProcessInfo.processInfo.processName
    ) -> String {
        [bundleIdentifier, environment[variable]].compactMap(\.self).first { !$0.isEmpty } ?? executableName
    }
}
