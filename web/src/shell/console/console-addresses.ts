import { INTERNAL_PATHS } from '@portico/core/constants'
import type { ContentKind } from '@portico/core/content/places'

/** What is opened from a list stands in the list's own address, so that it can be reloaded and sent to a colleague. */
const opened = (path: string, name: string, value: string) => `${path}?${new URLSearchParams({ [name]: value })}`

export const contractAddress = (reference: string) => opened(INTERNAL_PATHS.contracts, 'reference', reference)
export const requestAddress = (reference: string) => opened(INTERNAL_PATHS.requests, 'reference', reference)
export const personAddress = (accountId: string) => opened(INTERNAL_PATHS.people, 'account', accountId)
export const providerAddress = (npi: string) => opened(INTERNAL_PATHS.providers, 'npi', npi)
/** The reports of offices stand below the providers. */
export const ROSTER_CHANGES = 'roster-changes'
export const rosterChangesAddress = `${INTERNAL_PATHS.providers}#${ROSTER_CHANGES}`
/** `id` is 'new' for one that is being written. */
export const contentAddress = (kind: ContentKind, id: string) => opened(INTERNAL_PATHS.content, kind, id)
