// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// A device that a user signs in from.
public protocol AuthDevice: Sendable {
    /// The device's key.
    var id: String { get }

    /// The device's name.
    var name: String { get }
}

/// A request for the user's devices.
public struct AuthFetchDevicesRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request for the user's devices.
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

/// A request to remember this device.
public struct AuthRememberDeviceRequest: AmplifyOperationRequest, Sendable {
    /// The settings of this request, which may contain the plugin's own.
    public var options: Options

    /// Makes a request.
    public init(options: Options) {
        self.options = options
    }

    /// The options of a request to remember this device.
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
