// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A request to forget a device.
public struct AuthForgetDeviceRequest: AmplifyOperationRequest, Sendable {
    /// The device; `nil` means this one.
    public let device: (any AuthDevice)?

    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(device: (any AuthDevice)? = nil, options: Options) {
        self.device = device
        self.options = options
    }

    /// The options of a request to forget a device.
    public struct Options: Sendable {
        private let extra: PluginOptions

        /// The plugin's own options.
        public var pluginOptions: Any? { extra.value }

        /// Makes options.
        public init(pluginOptions: Any? = nil) {
            extra = PluginOptions(value: pluginOptions)
        }
    }
}
