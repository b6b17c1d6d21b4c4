// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CFIDO2
import Foundation
import Synchronization

@testable import GatehouseSecurityKeys

/// The plugged keys that libfido2 finds, by their paths.
private let plugged = Mutex<[String: VirtualKey]>([:])

extension VirtualKey {
    /// Plugs the key in and has libfido2 open it.
    func connect(limit: Duration) throws(FIDOFault) -> SecurityKey {
        let path = UUID().uuidString
        plugged.withLock { $0[path] = self }
        defer { plugged.withLock { $0[path] = nil } }
        return try unsafe SecurityKey(path: path, limit: limit) { device in
            var files = unsafe fido_dev_io_t(
                open: { path in
                    guard let name = unsafe path.map({ unsafe String(cString: $0) }),
                        let key = plugged.withLock({ $0[name] })
                    else { return nil }
                    return unsafe Unmanaged.passRetained(key).toOpaque()
                },
                close: { handle in
                    guard let handle = unsafe handle else { return }
                    unsafe Unmanaged<VirtualKey>.fromOpaque(handle).release()
                },
                // Messages go whole, without the frames of USB.
                read: { _, _, _, _ in -1 },
                write: { _, _, _ in -1 })
            let result = unsafe fido_dev_set_io_functions(device, &files)
            guard result == FIDO_OK else { return result }
            var transport = unsafe fido_dev_transport_t(
                rx: { device, _, buffer, count, patience in
                    guard let key = unsafe VirtualKey.behind(device), let buffer = unsafe buffer else { return -1 }
                    guard let message = key.send(within: patience), message.count <= count else { return -1 }
                    unsafe buffer.update(from: message, count: message.count)
                    return Int32(message.count)
                },
                tx: { device, command, start, count in
                    guard let key = unsafe VirtualKey.behind(device) else { return -1 }
                    let message = unsafe UnsafeBufferPointer(start: start, count: unsafe start == nil ? 0 : count)
                    unsafe key.receive(command, Array(message))
                    return 0
                })
            return unsafe fido_dev_set_transport_functions(device, &transport)
        }
    }

    private static func behind(_ device: OpaquePointer?) -> VirtualKey? {
        unsafe fido_dev_io_handle(device).map { unsafe Unmanaged<VirtualKey>.fromOpaque($0).takeUnretainedValue() }
    }
}
