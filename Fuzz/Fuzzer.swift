// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Called by libFuzzer with every input; `FUZZ_TARGET` names what it is given to.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(Data(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        preconditionFailure("FUZZ_TARGET is \(name), expected one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
}()
