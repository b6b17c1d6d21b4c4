// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import Amplify
import Foundation
import Testing

@Suite struct ValueTests {
    @Test func `an erased value is encoded as its own type`() throws {
        struct Person: Encodable { let name: String }
        let values = [Person(name: "Ada").eraseToAnyEncodable(), 7.eraseToAnyEncodable()]
        #expect(String(decoding: try JSONEncoder().encode(values), as: UTF8.self) == #"[{"name":"Ada"},7]"#)
    }

    @Test(arguments: [(2, [[1, 2], [3, 4], [5]]), (5, [[1, 2, 3, 4, 5]]), (9, [[1, 2, 3, 4, 5]])])
    func `an array is split into parts of a size`(size: Int, parts: [[Int]]) {
        #expect([1, 2, 3, 4, 5].chunked(into: size) == parts)
    }

    @Test func `a size below one counts as one, and nothing is split into nothing`() {
        #expect([1, 2].chunked(into: 0) == [[1], [2]] && [1].chunked(into: -3) == [[1]])
        #expect([Int]().chunked(into: 3) == [])
    }

    @Test func `only the first letter changes its case`() {
        #expect("userName".pascalCased() == "UserName" && "UserName".camelCased() == "userName")
        #expect("".pascalCased() == "" && "a".pascalCased() == "A" && "post".pluralize() == "posts")
    }

    @Test func `units of time are converted to seconds`() {
        #expect(TimeInterval.milliseconds(1_500) == 1.5 && TimeInterval.seconds(2) == 2)
        #expect(TimeInterval.minutes(2) == 120 && TimeInterval.hours(2) == 7_200 && TimeInterval.days(2) == 172_800)
    }

    @Test func `a child knows its parent and does not keep it`() {
        var root: Tree? = Tree(value: "root")
        let leaf = Tree(value: "leaf")
        root?.addChild(settingParentOf: leaf)
        #expect(root?.children.map(\.value) == ["leaf"] && leaf.parent === root)
        root = nil
        #expect(leaf.parent == nil)
    }

    @Test func `a success without a value is a success`() throws {
        try Result<Void, AuthError>.successfulVoid.get()
    }

    @Test func `access levels have the names of the service`() {
        #expect([AccessLevel.public, .protected, .private].map(\.rawValue) == ["public", "protected", "private"])
    }

    @Test func `a profile holds text, numbers and truth values`() {
        var profile = BasicUserProfile(
            name: "Ada",
            location: UserProfileLocation(latitude: 51.5, city: "London"),
            customProperties: ["age": 36, "height": 1.6, "premium": true, "title": "Countess"]
        )
        profile.plan = "free"
        let seen: any UserProfile = profile
        #expect(seen.name == "Ada" && seen.email == nil && seen.plan == "free" && seen.location?.city == "London")
        #expect(seen.customProperties?["age"] as? Int == 36 && seen.customProperties?["premium"] as? Bool == true)
        #expect(seen.customProperties?["height"] as? Double == 1.6)
        #expect(seen.customProperties?["title"] as? String == "Countess")
    }

    @MainActor
    @Test func `the device says what it is`() {
        let device = DeviceInfo.current
        #expect(!device.name.isEmpty && !device.hostName.isEmpty && !device.model.isEmpty)
        #expect(device.architecture != "unknown" && device.operatingSystem.name != "unknown")
        #expect(device.operatingSystem.version.split(separator: ".").count == 3)
        #if os(Linux)
        #expect(device.identifierForVendor == nil && device.screenBounds.isEmpty)
        #endif
    }

    @Test func `a message about a fault names the place of the call`() {
        #expect(
            AmplifyErrorMessages.reportBugToAWS(file: "F.swift", function: "f()", line: 7).contains(
                "F.swift f(), line 7"))
        #expect(AmplifyErrorMessages.shouldNotHappenReportBugToAWS().contains("ValueTests"))
        #expect(!AmplifyErrorMessages.shouldNotHappenReportBugToAWSWithoutLineInfo().contains("ValueTests"))
    }
}
