// This source file is part of OpenStoreKit. Copyright (c) the OpenStoreKit authors.
// SPDX-License-Identifier: Apache-2.0

extension BusinessFigures {
    /// The money of every month in each currency and in that of reports, one line each, in thousandths.
    package var csv: String {
        let head =
            "month,currency,total,opening,new,expansion,contraction,churn,reactivation,closing,arr,gross,refunded,net"
        let lines = months.flatMap { month in
            (month.currencies.map { ($0, 0) } + [month.total].compactMap(\.self).map { ($0, 1) }).map {
                money, isTotal in
                let (mrr, revenue) = (money.mrr, money.revenue)
                let amounts = [
                    mrr.opening, mrr.new, mrr.expansion, mrr.contraction, mrr.churn, mrr.reactivation, mrr.closing,
                    money.arr, revenue.gross, revenue.refunded, revenue.net,
                ]
                return "\(month.month),\(money.currency),\(isTotal)," + amounts.map(String.init).joined(separator: ",")
            }
        }
        return ([head] + lines).joined(separator: "\n")
    }
}
