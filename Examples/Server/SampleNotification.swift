// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A notification that Apple's sandbox signed, among the test data of SignedData.
let sampleNotification = URL(filePath: #filePath).appending(
    path: "../../../Tests/SignedDataTests/Fixtures/apple-signed/01-did-renew.jws"
).standardizedFileURL
