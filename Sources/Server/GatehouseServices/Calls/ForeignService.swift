// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import CognitoShapes
import GatehouseCallers
import GatehouseCore
import GatehouseSites
import GatehouseText
import GatehouseWire

/// A service of AWS that this server does not have, such as `s3`, for which a request is signed.
///
/// Programs that give all services one endpoint send such requests.
struct ForeignService {
    private static let own: [ServiceIdentity] = [
        .cognitoIdentityProvider, .cognitoIdentity, .securityToken, .accessManagement, .projectRecords,
    ]
    /// The services whose errors are XML (REST-XML), by their names in signatures.
    private static let xmlServices: Set = [
        "s3", "s3express", "s3-object-lambda", "s3-outposts", "route53", "cloudfront",
    ]

    /// The name of the service, as the scope of the signature has it.
    let name: String

    /// Reads the service of a request's signature, which is not verified; `nil` for a service of this server, and
    /// without a readable signature.
    init?(of request: GatewayRequest) {
        guard let name = SignatureClaim(of: request)?.service ?? Self.serviceOfVersion2(of: request), Self.isName(name),
            !Self.own.contains(where: { $0.signingName.hasBytes(of: name) })
        else { return nil }
        self.name = name
    }

    /// `s3` for an address with a signature of version 2, which has no scope: boto3 signs addresses of S3 with it.
    private static func serviceOfVersion2(of request: GatewayRequest) -> String? {
        let members = ["AWSAccessKeyId", "Signature", "Expires"]
        return members.allSatisfy { request.queryValue($0) != nil } ? "s3" : nil
    }

    /// The answer with the name of the service, in the protocol of the request.
    func outcome(for request: GatewayRequest, requestID: String) -> Outcome {
        Outcome(response(to: request, requestID: requestID), operation: Label.unknown, fault: fault)
    }

    private var fault: ServiceFault {
        ServiceFault(
            "NotImplemented",
            "Gatehouse does not have the service \(name): it has cognito-idp, cognito-identity, sts and iam. Set the "
                + "endpoint for these four alone, with AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER, "
                + "AWS_ENDPOINT_URL_COGNITO_IDENTITY, AWS_ENDPOINT_URL_STS and AWS_ENDPOINT_URL_IAM in place of "
                + "AWS_ENDPOINT_URL.")
    }

    private func response(to request: GatewayRequest, requestID: String) -> GatewayResponse {
        // Neither the name nor the text has a character that XML escapes.
        let members = "<Code>\(fault.code.rawValue)</Code><Message>\(fault.message)</Message>"
        if name == "ec2" {
            return .text(
                "<Response><Errors><Error>\(members)</Error></Errors><RequestID>\(requestID)</RequestID></Response>",
                type: "text/xml", status: 501)
        }
        if Self.xmlServices.contains(name) {
            return .text(
                "<Error>\(members)<RequestId>\(requestID)</RequestId></Error>", type: "application/xml", status: 501)
        }
        return request.hasForm
            ? XMLAnswer.fault(fault, of: .securityToken, status: 501, requestID: requestID)
            : JSONAnswer.fault(fault, status: 501)
    }

    /// Whether a text has the form of a service's name; the response repeats it.
    private static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }
}
