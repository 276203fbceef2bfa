import { formatPhone } from '@portico/core/forms/formats'
import type { SampleField } from '@portico/core/provider-directory/attestation/sample-fields'
import { SAMPLE_FIELD_LABELS } from '@portico/core/provider-directory/attestation/sample-fields'
import type { SampledRow } from '@portico/core/provider-directory/attestation/shapes'
import { ACCEPTING_LABELS } from '@portico/core/provider-directory/change-fields'

/** The part of a call that staff enter. */
export type Result = Pick<SampledRow, 'outcome' | 'wrongFields' | 'note'>

export const OUTCOME_LABELS: Record<Result['outcome'], string> = {
  REACHED: 'Reached the office',
  NOT_REACHED: 'Could not reach the office',
  '': 'No result yet',
}

export const resultOf = ({ outcome, wrongFields, note }: SampledRow): Result => ({ outcome, wrongFields, note })

export function describeResult({ outcome, wrongFields, note }: Result): string {
  const wrong = wrongFields.map((field) => SAMPLE_FIELD_LABELS[field]).join(', ')
  const fields = outcome === 'REACHED' ? [wrong ? `wrong: ${wrong}` : 'all correct'] : []
  return [OUTCOME_LABELS[outcome], ...fields, ...(note ? [`note: ${note}`] : [])].join('; ')
}

/** What the directory said about a field. */
export function describeShown({ shown }: SampledRow, field: SampleField): string {
  switch (field) {
    case 'address':
      return [shown.locationName, shown.address].filter(Boolean).join(', ')
    case 'phone':
      return formatPhone(shown.phone)
    case 'acceptingNewPatients':
      return shown.acceptingNewPatients && ACCEPTING_LABELS[shown.acceptingNewPatients]
    case 'network':
      return [shown.network, shown.plans.join(', ')].filter(Boolean).join(': ')
    default:
      return shown[field]
  }
}
