import { PROVIDER_PATHS } from '../constants.ts'

const { access } = PROVIDER_PATHS

/** Addresses below user administration; the browser's routes for them are in access-pages.tsx. */
export const ACCESS_PAGES = {
  people: access,
  invite: `${access}/invite`,
  inviteMany: `${access}/invite-many`,
  confirm: `${access}/confirm`,
  handOver: `${access}/hand-over`,
  mine: `${access}/mine`,
  person: (accountId: string) => `${access}/people/${encodeURIComponent(accountId)}`,
  request: (reference: string) => `${access}/requests/${encodeURIComponent(reference)}`,
} as const

const fixedPages: readonly unknown[] = Object.values(ACCESS_PAGES)
/** Account ids and reference numbers are letters, digits, '-' and '_'. */
const openedPage = new RegExp(`^${access}/(?:people|requests)/[\\w-]{1,64}$`)

/** Whether user administration has a page of exactly this address. */
export const isAccessPage = (path: string): boolean => fixedPages.includes(path) || openedPage.test(path)
