import type { StaffRole } from '../access/staff-roles.ts'
import type { UserKind } from '../call.ts'

/** What an entry of the bell is about. The person chooses for each kind how to hear of it (behaviour 23.2). */
export const BELL_KINDS = ['REQUESTS', 'DECISIONS', 'ACCESS', 'NEWS', 'MAIL', 'SECURITY', 'QUEUE', 'APPROVALS'] as const
export type BellKind = (typeof BELL_KINDS)[number]

/** A mail at once, one line in the daily digest, or only an entry of the bell. */
export const DELIVERIES = ['AT_ONCE', 'DIGEST', 'BELL'] as const
export type Delivery = (typeof DELIVERIES)[number]

/** Security notices are always mailed at once. A failed mail is reported by the bell alone. */
export const CHOSEN_KINDS = ['REQUESTS', 'DECISIONS', 'ACCESS', 'QUEUE', 'APPROVALS', 'NEWS'] as const
export type ChosenKind = (typeof CHOSEN_KINDS)[number]

export const isChosenKind = (kind: BellKind): kind is ChosenKind => CHOSEN_KINDS.some((chosen) => chosen === kind)

type Choice = {
  deliveries: readonly Delivery[]
  readers: readonly UserKind[]
  /** Of plan staff, the roles that get such entries. */
  staff?: readonly StaffRole[]
}

/** The first delivery applies until the person chooses. News and the work of plan staff have no mail of their own. */
export const BELL_CHOICES: Readonly<Record<ChosenKind, Choice>> = {
  REQUESTS: { deliveries: ['AT_ONCE', 'DIGEST', 'BELL'], readers: ['provider'] },
  DECISIONS: { deliveries: ['AT_ONCE', 'DIGEST', 'BELL'], readers: ['provider'] },
  ACCESS: { deliveries: ['AT_ONCE', 'DIGEST', 'BELL'], readers: ['provider'] },
  QUEUE: { deliveries: ['BELL', 'DIGEST'], readers: ['internal'], staff: ['ADMINISTRATOR', 'REVIEWER'] },
  APPROVALS: { deliveries: ['BELL', 'DIGEST'], readers: ['internal'], staff: ['ADMINISTRATOR'] },
  NEWS: {
    deliveries: ['BELL', 'DIGEST'],
    readers: ['provider', 'member', 'internal'],
    staff: ['ADMINISTRATOR', 'EDITOR'],
  },
}

/** Delivery of a kind without a choice of the person. */
export const defaultDelivery = (kind: BellKind): Delivery => {
  if (isChosenKind(kind)) return BELL_CHOICES[kind].deliveries[0] ?? 'AT_ONCE'
  return kind === 'MAIL' ? 'BELL' : 'AT_ONCE'
}

/** Whether a person of this kind, for plan staff in this role, gets entries of a kind. */
export const isReaderOf = (kind: ChosenKind, reader: UserKind, role: StaffRole | null): boolean => {
  const { readers, staff = [] } = BELL_CHOICES[kind]
  return readers.includes(reader) && (reader !== 'internal' || (role !== null && staff.includes(role)))
}

/** Unread entries are counted up to this number; beyond it, the bell says that there are more. */
export const UNREAD_MAX = 100
