import { defineKeyedKind } from './keyed-kind.ts'

export const scoCases = defineKeyedKind({
  table: 'sco_case',
  key: 'case_id',
  columns: [
    ['case_id', 'text', (fields, name) => fields.required(name)],
    ['npi', 'text collate "C"', (fields, name) => fields.npi(name)],
    ['member_id', 'text', (fields, name) => fields.memberId(name)],
    ['opened', 'date', (fields, name) => fields.day(name)],
    ['status', 'text', (fields, name) => fields.required(name)],
    ['next_review', 'date', (fields, name) => fields.optionalDay(name)],
    ['care_manager', 'text', (fields, name) => fields.optional(name)],
  ],
  optional: ['next_review', 'care_manager'],
})
