import { ACCESS_PAGES } from '../../access/pages.ts'
import { PROVIDER_PATHS } from '../../constants.ts'
import { writeTotal } from '../../forms/amounts.ts'

/** What expires or is due in an office (behaviour 23.3). */
export const DUE_KINDS = ['FACTOR', 'CONFIRM', 'REQUESTS', 'OWN_REQUESTS', 'INVITATIONS', 'VERIFY'] as const
export type DueKind = (typeof DUE_KINDS)[number]

/** Dates are listed this many days ahead. Access can be confirmed, and directory data is due soon, from then on. */
export const DUE_DAYS = 30

type Described = {
  /** What to do, with the number of people, requests or entries. */
  title: (count: number) => string
  /** What happens if nothing is done. */
  otherwise: string
  page: string
}

const counted = (total: number, one: string, many: string) => `${writeTotal({ total })} ${total === 1 ? one : many}`

/** The words of the page and of the calendar feed. They contain no names, because a feed leaves the portal. */
export const DUE: Readonly<Record<DueKind, Described>> = {
  FACTOR: {
    title: () => 'Set up a second step for signing in',
    otherwise: 'If you do nothing, you must set it up at your next sign-in before you can go on.',
    page: PROVIDER_PATHS.profile,
  },
  CONFIRM: {
    title: (count) => `Confirm the access of ${counted(count, 'person', 'people')}`,
    otherwise: 'If you do nothing, their access is suspended.',
    page: ACCESS_PAGES.confirm,
  },
  REQUESTS: {
    title: (count) => `Decide ${counted(count, 'access request', 'access requests')}`,
    otherwise: 'If you do nothing, the request expires, and the person must ask again.',
    page: ACCESS_PAGES.people,
  },
  OWN_REQUESTS: {
    title: (count) => counted(count, 'access request of yours expires', 'access requests of yours expire'),
    otherwise: 'If you do nothing, it ends, and you must ask again.',
    page: PROVIDER_PATHS.status,
  },
  INVITATIONS: {
    title: (count) => counted(count, 'invitation expires', 'invitations expire'),
    otherwise: 'If you do nothing, the link stops working. You can send the invitation again at any time.',
    page: ACCESS_PAGES.people,
  },
  VERIFY: {
    title: (count) => `Verify ${counted(count, 'directory entry', 'directory entries')}`,
    otherwise: 'If you do nothing, members are told to call before a visit.',
    page: PROVIDER_PATHS.verify,
  },
}

/** The words of an overdue entry: the date has passed, but it is not too late. */
export const OVERDUE: Readonly<Partial<Record<DueKind, string>>> = {
  CONFIRM: 'Do it now: their access can be suspended any day.',
  VERIFY: 'Members are told to call before a visit until you verify them.',
}
