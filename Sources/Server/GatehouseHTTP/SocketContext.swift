// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import HTTPTypes
package import Hummingbird
import NIOCore

/// The request context for Hummingbird, with the client's address.
package struct SocketContext: Hummingbird.RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address of the client or proxy, without its port.
    let remoteAddress: String

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = Self.address(of: source.channel)
    }

    static func address(of channel: any Channel) -> String {
        channel.remoteAddress?.ipAddress ?? "unknown"
    }
}
