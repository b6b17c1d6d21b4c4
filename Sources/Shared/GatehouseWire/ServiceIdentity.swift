// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

/// The names of a service on the wire.
package struct ServiceIdentity: Sendable, Hashable {
    /// The prefix of the operation's name in `X-Amz-Target`; nil for query services.
    package let targetPrefix: String?
    /// The service's name in the scope of a signature.
    package let signingName: String
    /// The manner in which its messages travel.
    package let form: WireForm
    /// The version of the service model.
    package let version: String
    /// The name space of its XML answers; nothing for JSON services.
    package let xmlNamespace: String?
    /// The code of the fault that reports violated constraints.
    package let validationCode: ServiceFault.Code

    /// Describes a service.
    package init(
        targetPrefix: String?,
        signingName: String,
        form: WireForm,
        version: String,
        xmlNamespace: String?,
        validationCode: ServiceFault.Code
    ) {
        self.targetPrefix = targetPrefix
        self.signingName = signingName
        self.form = form
        self.version = version
        self.xmlNamespace = xmlNamespace
        self.validationCode = validationCode
    }
}
