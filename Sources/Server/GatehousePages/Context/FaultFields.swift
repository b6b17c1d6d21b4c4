// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseWire

/// The fields of forms that the fault of an operation is about.
struct FaultFields {
    private let fault: ServiceFault

    init(_ fault: ServiceFault) {
        self.fault = fault
    }

    /// The texts about the fields of a form by the fields' names; empty for a fault that is about none of them.
    func texts(in form: [String], _ texts: PageTexts) -> [String: String] {
        let flaws = AttributeFlaw.all(in: fault)
        guard flaws.isEmpty else {
            let named = flaws.map { (PageField.attribute($0.attribute), $0.text(in: texts.errors)) }
            return Dictionary(named) { first, _ in first }
        }
        guard let field = candidates.first(where: form.contains) else { return [:] }
        return [field: FaultText(fault).text(in: texts)]
    }

    /// The names of fields that the fault may be about; the first one that a form has is the one.
    private var candidates: [String] {
        switch fault.code.rawValue {
        case "CodeMismatchException", "ExpiredCodeException", "EnableSoftwareTokenMFAException": [PageField.code]
        case "InvalidPasswordException", "PasswordHistoryPolicyViolationException": [PageField.password]
        case "UsernameExistsException": [PageField.userName]
        case "InvalidParameterException": flawed
        case "NotAuthorizedException" where fault.message == "Cannot modify an already provided email":
            [PageField.address]
        default: []
        }
    }

    private var flawed: [String] {
        switch fault.message {
        case "Invalid email address format.": [PageField.attribute("email"), PageField.address, PageField.userName]
        case "Invalid phone number format.":
            [PageField.attribute("phone_number"), PageField.address, PageField.userName]
        case _ where fault.message.hasPrefix("Username "): [PageField.userName]
        case _ where fault.message.hasPrefix("preferred_username is an alias"):
            [PageField.attribute("preferred_username")]
        default: ModelViolation.member(in: fault).flatMap { Self.fields[$0] }.map { [$0] } ?? []
        }
    }

    /// The fields with the members of requests.
    private static let fields = [
        "username": PageField.userName, "password": PageField.password, "confirmationCode": PageField.code,
        "userCode": PageField.code, "friendlyDeviceName": PageField.deviceName,
    ]
}

/// A violation of the constraints in a service's model.
enum ModelViolation {
    /// The name of the member of a request that violates a constraint; `nil` for another fault.
    static func member(in fault: ServiceFault) -> String? {
        // The text may repeat the value, which contains anything, so the last match is the place.
        fault.message.matches(of: /at '(\w+)' failed to satisfy constraint/).last.map { String($0.1) }
    }
}
