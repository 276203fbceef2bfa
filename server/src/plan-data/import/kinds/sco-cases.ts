import { defineKeyedKind } from '../merging/keyed-kind.ts'

export const scoCases = defineKeyedKind('sco_case', {
  case_id: 'required',
  npi: 'npi',
  member_id: 'memberId',
  opened: 'day',
  status: 'required',
  next_review: 'optionalDay',
  care_manager: 'optional',
})
