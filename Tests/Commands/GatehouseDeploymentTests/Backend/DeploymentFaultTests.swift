// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseClient
import GatehouseWire
import Testing

@testable import GatehouseDeployment

/// What a person reads of a service's fault.
@Suite struct DeploymentFaultTests {
    @Test func `a server's text is one line without control characters, and ends as a sentence does`() {
        let fault = DeploymentFault(
            ServiceFault("InvalidParameterException", "First line\nsecond \u{1B}[2Jline"), doing: "make a thing")
        #expect(
            fault.text
                == "The server refused to make a thing: First line second [2Jline. (InvalidParameterException)")
        let garbled = DeploymentFault(ServiceFault.garbled("a\u{7}b"), doing: "make a thing")
        #expect(garbled.text.hasSuffix("is not Gatehouse's: ab"))
    }

    @Test(arguments: ["AccessDeniedException", "AccessDenied"])
    func `a refusal of the policy names the cure`(code: String) {
        let fault = DeploymentFault(
            ServiceFault(ServiceFault.Code(rawValue: code), "No permission."), doing: "lock the environment dev")
        #expect(fault.kind == .refused)
        #expect(fault.text == "The server refused to lock the environment dev: No permission.")
        #expect(fault.cure?.contains("policy") == true)
    }

    @Test(arguments: ["UnrecognizedClientException", "InvalidClientTokenId"])
    func `an unknown access key says what signs without a key`(code: String) {
        let fault = DeploymentFault(
            ServiceFault(ServiceFault.Code(rawValue: code), "The security token is invalid."), doing: "push")
        #expect(fault.cure?.contains("AWS_ACCESS_KEY_ID") == true)
        #expect(fault.cure?.contains("If none is set") == true && fault.cure?.contains("AWS_PROFILE") == true)
    }
}
