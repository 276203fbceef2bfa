/** What an office can report about a provider, and how people read it. */
export const CHANGE_KINDS = ['ADDRESS', 'PHONE', 'JOINED', 'LEFT', 'OTHER'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

export const CHANGE_LABELS: Record<ChangeKind, string> = {
  ADDRESS: 'New address',
  PHONE: 'New phone number',
  JOINED: 'Joined a group',
  LEFT: 'Left a group or retired',
  OTHER: 'Something else',
}

/** A report, and an answer to one. */
export const CHANGE_TEXT_MAX = 1000
