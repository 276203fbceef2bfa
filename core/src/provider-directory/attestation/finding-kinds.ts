/** What the daily check of the directory looks for, in the order of the console page. */
export const FINDING_KINDS = [
  'OVERDUE',
  'NEVER_VERIFIED',
  'NO_NETWORK',
  'NO_LOCATION',
  'NO_STREET',
  'NO_PHONE',
  'BAD_PHONE',
  'DUPLICATE_ROLE',
  'DUPLICATE_ADDRESS',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

type Texts = { label: string; explains: string }

export const FINDING_TEXTS: Record<FindingKind, Texts> = {
  OVERDUE: { label: 'Verification overdue', explains: 'Providers with a location that was verified too long ago.' },
  NEVER_VERIFIED: { label: 'Never verified', explains: 'Providers with a location that no office has ever verified.' },
  NO_NETWORK: {
    label: 'No network',
    explains: 'Published providers at a location without a network, or with one that no plan has.',
  },
  NO_LOCATION: {
    label: 'No location',
    explains: 'Providers in the network without a location, or at one that the plan no longer has.',
  },
  NO_STREET: { label: 'No street address', explains: 'Published locations without a street address.' },
  NO_PHONE: { label: 'No phone number', explains: 'Published locations without a phone number.' },
  BAD_PHONE: { label: 'Phone can’t be dialed', explains: 'Published phone numbers that are not a US phone number.' },
  DUPLICATE_ROLE: {
    label: 'Same provider twice',
    explains: 'Providers listed more than once at a location in the same network.',
  },
  DUPLICATE_ADDRESS: { label: 'Same address twice', explains: 'Addresses that are published under two location IDs.' },
}
