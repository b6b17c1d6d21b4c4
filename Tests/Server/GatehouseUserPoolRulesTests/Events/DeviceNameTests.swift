// SPDX-License-Identifier: Apache-2.0
// Copyright 2026 the Gatehouse authors

import GatehouseUserPoolModel
import Testing

@Suite struct DeviceNameTests {
    @Test(arguments: [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0", "Firefox 128, Linux"),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
                + "Safari/537.36 Edg/126.0", "Edge 126, Windows"
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.5 Safari/605.1.15",
            "Safari 17, macOS"
        ),
        ("Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile", "Chrome 126, Android"),
        ("aws-sdk-swift/1.0 os/linux", "aws-sdk-swift 1.0"),
        ("", "Unknown"), (" ", "Unknown"), ("\u{0}\u{7}", "Unknown"), ("Firefox/", "Firefox"),
    ])
    func `a device name is read from the User-Agent header`(_ header: String, _ name: String) {
        #expect(DeviceName.described(by: header) == name)
    }

    @Test func `a long header is cut`() {
        #expect(DeviceName.described(by: String(repeating: "x", count: 100_000)).count == 128)
    }
}
