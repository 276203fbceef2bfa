import { PROVIDER_PATHS } from '@portico/core/constants'

const { access } = PROVIDER_PATHS

/** Addresses below user administration; the routes beside them are in access-pages.tsx. */
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
