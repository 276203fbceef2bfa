import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { declareAct, declareEvent } from '#platform/events/event.ts'

export const contentSaved = declareAct('content.saved', 'Changed content of the portal.')

export const contentRemoved = declareAct('content.removed', 'Removed content of the portal.')

const NEWS_PAGES = { provider: PROVIDER_PATHS.home, internal: INTERNAL_PATHS.content, member: MEMBER_PATHS.home }

/** A banner of a home page begins to show. The entries of providers and members are written in batches (store/news.ts). */
export const newsBegan = declareEvent<{ bannerId: string }>({
  name: 'content.news',
  bell: { kind: 'NEWS', says: ({ summary }) => summary ?? '', page: ({ reader }) => NEWS_PAGES[reader] },
  toStaff: ({ bannerId }) => ({ bannerId }),
})
