// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppStoreServerLibrary

@Suite struct ReceiptUtilityTests {
    private static let sandbox = ReceiptMaker.receipt(purchases: [
        [(1702, DERWriter.text("p")), (1703, DERWriter.text("1000000001")), (1705, DERWriter.text("1000000000"))],
        [(1703, DERWriter.text("1000000002"))],
    ])

    private func code(appReceipt text: String) -> ReceiptError.Code? {
        do throws(ReceiptError) {
            _ = try ReceiptUtility.transactionId(inAppReceipt: text)
            return nil
        } catch {
            return error.code
        }
    }

    private func code(transactionReceipt text: String) -> ReceiptError.Code? {
        do throws(ReceiptError) {
            _ = try ReceiptUtility.transactionId(inTransactionReceipt: text)
            return nil
        } catch {
            return error.code
        }
    }

    @Test func findsATransactionInAnAppReceipt() throws {
        let receipt = ReceiptMaker.container(Self.sandbox).base64EncodedString()
        #expect(ReceiptUtility.extractTransactionId(appReceipt: receipt) == "1000000001")
        #expect(try ReceiptUtility.transactionId(inAppReceipt: receipt) == "1000000001")
    }

    @Test func lineBreaksInBase64DoNotMatter() throws {
        let receipt = ReceiptMaker.container(Self.sandbox).base64EncodedString(options: .lineLength76Characters)
        #expect(try ReceiptUtility.transactionId(inAppReceipt: receipt + "\n") == "1000000001")
    }

    @Test func anOriginalTransactionWillDo() throws {
        let contents = ReceiptMaker.receipt(purchases: [[(1705, DERWriter.text("1000000000"))]])
        let receipt = ReceiptMaker.container(contents).base64EncodedString()
        #expect(try ReceiptUtility.transactionId(inAppReceipt: receipt) == "1000000000")
    }

    @Test func indefiniteLengthsAndPiecesAreRead() throws {
        let receipt = ReceiptMaker.indefiniteContainer(Self.sandbox).base64EncodedString()
        #expect(try ReceiptUtility.transactionId(inAppReceipt: receipt) == "1000000001")
    }

    @Test func receiptsFromXcodeAreToldApart() throws {
        let receipt = try Fixture.text("xcode-app-receipt-with-transaction")
        #expect(ReceiptUtility.extractTransactionId(appReceipt: receipt) == "0")
        #expect(code(appReceipt: receipt) == .xcodeReceipt)
        let empty = try Fixture.text("xcode-app-receipt-empty")
        #expect(ReceiptUtility.extractTransactionId(appReceipt: empty) == nil)
        #expect(code(appReceipt: empty) == .xcodeReceipt)
    }

    @Test func aReceiptWithoutPurchasesIsToldApart() {
        let receipt = ReceiptMaker.container(ReceiptMaker.receipt(purchases: [])).base64EncodedString()
        #expect(ReceiptUtility.extractTransactionId(appReceipt: receipt) == nil)
        #expect(code(appReceipt: receipt) == .noPurchase)
    }

    @Test func signedDataIsToldApart() throws {
        let jws = try Fixture.signed("apple-test/transactionInfo")
        #expect(ReceiptUtility.extractTransactionId(appReceipt: jws) == nil)
        #expect(code(appReceipt: jws) == .jws)
        #expect(code(transactionReceipt: jws) == .jws)
    }

    @Test(arguments: ["", "not base64!", "AAAA", "MIAGCSqGSIb3DQEHAqCA", "MIIBADCCAQ=="])
    func anythingElseIsCorrupt(_ text: String) {
        #expect(ReceiptUtility.extractTransactionId(appReceipt: text) == nil)
        #expect(code(appReceipt: text) == .corrupt)
    }

    @Test func aReceiptThatWasCutAnywhereIsNeverMisread() throws {
        let whole = ReceiptMaker.indefiniteContainer(Self.sandbox)
        for length in stride(from: 0, to: whole.count, by: 3) {
            let text = whole.prefix(length).base64EncodedString()
            let found = ReceiptUtility.extractTransactionId(appReceipt: text)
            #expect(found == nil || found == "1000000001")
        }
    }

    @Test func nestingWithoutEndIsRefused() {
        let bottomless = Data(repeating: 0, count: 100_000).indices.reduce(into: Data()) { data, _ in
            data += [0x30, 0x80]
        }
        #expect(ReceiptUtility.extractTransactionId(appReceipt: bottomless.base64EncodedString()) == nil)
    }

    // MARK: - Old receipts of one transaction

    private func transactionReceipt(_ purchase: String) -> String {
        let info = Data(purchase.utf8).base64EncodedString()
        return Data("{\n\t\"signature\" = \"AAAA\";\n\t\"purchase-info\" = \"\(info)\";\n}".utf8).base64EncodedString()
    }

    @Test func findsTheTransactionInAnOldReceipt() throws {
        let apples = try Fixture.text("legacyTransaction")
        #expect(ReceiptUtility.extractTransactionId(transactionReceipt: apples) == "33993399")
        let receipt = transactionReceipt("{\n\t\"quantity\" = \"1\";\n\t\"transaction-id\" = \"170000012345678\";\n}")
        #expect(try ReceiptUtility.transactionId(inTransactionReceipt: receipt) == "170000012345678")
    }

    @Test func oldReceiptsWithoutATransactionAreToldApart() {
        let receipt = transactionReceipt("{ \"original-transaction-id\" = \"1\"; }")
        #expect(ReceiptUtility.extractTransactionId(transactionReceipt: receipt) == nil)
        #expect(
            code(transactionReceipt: receipt) == .noPurchase)
        let other = Data("{ }".utf8).base64EncodedString()
        #expect(code(transactionReceipt: other) == .corrupt)
    }

    @Test func eachKindOfReceiptIsNamedToTheOther() {
        let app = ReceiptMaker.container(Self.sandbox).base64EncodedString()
        let transaction = transactionReceipt("{ \"transaction-id\" = \"1\"; }")
        #expect(code(transactionReceipt: app) == .otherKind)
        #expect(code(appReceipt: transaction) == .otherKind)
    }
}
