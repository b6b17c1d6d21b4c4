// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Foundation
import NIOCore

/// The reason why the server cannot listen, in one line with the corrective action.
package struct ListeningError: Error, CustomStringConvertible {
    package let description: String

    init(_ error: IOError, host: String, hostSetting: String, port: Int, setting: String) {
        description =
            switch error.errnoCode {
            case EADDRINUSE:
                "Port \(port) is in use: stop the program that uses it, or choose another one with \(setting)."
            case EACCES: "Port \(port) needs privileges: choose one above 1023 with \(setting)."
            case EADDRNOTAVAIL: "\(host) is not an address of this machine: choose another one with \(hostSetting)."
            default:
                "Cannot listen on \(host) port \(port): \(error). Choose another address with \(hostSetting) or \(setting)."
            }
    }

    init(_ error: SocketAddressError.UnknownHost, hostSetting: String) {
        description =
            "The host \(error.host) cannot be resolved: choose an address of this machine with \(hostSetting)."
    }
}
