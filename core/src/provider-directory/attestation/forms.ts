import { isCalendarDay } from '../../forms/calendar-day.ts'
import { collectErrors, type FormErrors } from '../../forms/form-errors.ts'
import { SAMPLE_SIZE_MAX, SEED_PATTERN } from './sample-fields.ts'
import type { RecordAttestationBody } from './shapes.ts'
import { ATTESTATION_TEXTS } from './statement.ts'

/** The fields as they are typed. */
export type DrawForm = { size: string; seed: string }

/** The server also compares the size with the directory. */
export const checkDrawForm = ({ size, seed }: DrawForm): FormErrors => {
  const rows = Number(size)
  return collectErrors({
    size: !(/^\d+$/.test(size.trim()) && rows >= 1 && rows <= SAMPLE_SIZE_MAX) && ATTESTATION_TEXTS.badSize,
    seed: !new RegExp(SEED_PATTERN).test(seed.trim()) && ATTESTATION_TEXTS.badSeed,
  })
}

export type AttestationForm = Omit<RecordAttestationBody, 'seenSha256'>

/** The server also checks that the day is recent. */
export const checkAttestationForm = ({ officerName, attestedOn, agrees }: AttestationForm): FormErrors =>
  collectErrors({
    officerName: officerName.trim() === '' && ATTESTATION_TEXTS.enterName,
    attestedOn: !isCalendarDay(attestedOn) && ATTESTATION_TEXTS.badDay,
    agrees: !agrees && ATTESTATION_TEXTS.agree,
  })
