import { defineKeyedKind } from '../merging/keyed-kind.ts'

export const scoInvoices = defineKeyedKind('sco_invoice', {
  invoice_number: 'required',
  npi: 'npi',
  period: 'required',
  amount: 'amount',
  status: 'required',
  due_date: 'optionalDay',
})
