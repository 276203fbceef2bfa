import { defineKeyedKind } from './keyed-kind.ts'

export const scoInvoices = defineKeyedKind({
  table: 'sco_invoice',
  key: 'invoice_number',
  columns: [
    ['invoice_number', 'text', (fields, name) => fields.required(name)],
    ['npi', 'text collate "C"', (fields, name) => fields.npi(name)],
    ['period', 'text', (fields, name) => fields.required(name)],
    ['amount', 'numeric(12, 2)', (fields, name) => fields.amount(name)],
    ['status', 'text', (fields, name) => fields.required(name)],
    ['due_date', 'date', (fields, name) => fields.optionalDay(name)],
  ],
  optional: ['due_date'],
})
