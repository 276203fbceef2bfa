import { defineKeyedKind } from './keyed-kind.ts'

export const claims = defineKeyedKind({
  table: 'claim',
  key: 'claim_number',
  columns: [
    ['claim_number', 'text', (fields, name) => fields.required(name)],
    ['npi', 'text collate "C"', (fields, name) => fields.npi(name)],
    ['member_id', 'text', (fields, name) => fields.memberId(name)],
    ['billed_amount', 'numeric(12, 2)', (fields, name) => fields.amount(name)],
    ['paid_amount', 'numeric(12, 2)', (fields, name) => fields.optionalAmount(name)],
    ['service_date', 'date', (fields, name) => fields.day(name)],
    ['status', 'text', (fields, name) => fields.required(name)],
  ],
  optional: ['paid_amount'],
})
