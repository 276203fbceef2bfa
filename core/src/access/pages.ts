import { PROVIDER_PATHS } from '../constants.ts'

const { access } = PROVIDER_PATHS

/** Paths of user administration. Their browser routes are in access-pages.tsx. */
export const ACCESS_PAGES = {
  people: access,
  invite: `${access}/invite`,
  inviteMany: `${access}/invite-many`,
  confirm: `${access}/confirm`,
  activeAgain: `${access}/active-again`,
  due: `${access}/due`,
  handOver: `${access}/hand-over`,
  successor: `${access}/successor`,
  mine: `${access}/mine`,
  person: (accountId: string) => `${access}/people/${encodeURIComponent(accountId)}`,
  request: (reference: string) => `${access}/requests/${encodeURIComponent(reference)}`,
} as const

const fixedPages: readonly unknown[] = Object.values(ACCESS_PAGES)
/** Account ids and reference numbers consist of letters, digits, '-' and '_'. */
const openedPage = new RegExp(`^${access}/(?:people|requests)/[\\w-]{1,64}$`)

/** True if user administration has a page at exactly this path. */
export const isAccessPage = (path: string): boolean => fixedPages.includes(path) || openedPage.test(path)
