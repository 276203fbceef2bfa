/** What a caller asks an office about a sampled row, in the order of the call. */
export const SAMPLE_FIELDS = ['name', 'address', 'phone', 'specialty', 'acceptingNewPatients', 'network'] as const
export type SampleField = (typeof SAMPLE_FIELDS)[number]

export const SAMPLE_FIELD_LABELS: Record<SampleField, string> = {
  name: 'Name',
  address: 'Address',
  phone: 'Phone',
  specialty: 'Specialty',
  acceptingNewPatients: 'Accepting new patients',
  network: 'Plan and network',
}

export const SAMPLE_OUTCOMES = ['REACHED', 'NOT_REACHED'] as const
export type SampleOutcome = (typeof SAMPLE_OUTCOMES)[number]

/** Most calls that a team can make in a few weeks. */
export const SAMPLE_SIZE_MAX = 500
export const SEED_MAX = 40
/** Letters, digits and hyphens, so that it can be read out on the phone. */
export const SEED_PATTERN = '^[A-Za-z0-9-]*$'
export const NOTE_MAX = 500
