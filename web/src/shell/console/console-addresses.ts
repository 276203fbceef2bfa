import { INTERNAL_PATHS } from '@portico/core/constants'
import type { ContentKind } from '@portico/core/content/places'

/** An opened item is part of the list's URL, so the page can be reloaded and shared. */
const opened = (path: string, name: string, value: string) => `${path}?${new URLSearchParams({ [name]: value })}`

export const contractAddress = (reference: string) => opened(INTERNAL_PATHS.contracts, 'reference', reference)
export const requestAddress = (reference: string) => opened(INTERNAL_PATHS.requests, 'reference', reference)
export const personAddress = (accountId: string) => opened(INTERNAL_PATHS.people, 'account', accountId)
export const activeAgainAddress = opened(INTERNAL_PATHS.people, 'list', 'active-again')
export const providerAddress = (npi: string) => opened(INTERNAL_PATHS.providers, 'npi', npi)
export const directoryChangeAddress = (reference: string) => opened(INTERNAL_PATHS.changes, 'change', reference)
/** `clientId` is 'new' for an application that is not registered yet. */
export const applicationAddress = (clientId: string) => opened(INTERNAL_PATHS.applications, 'client', clientId)
export const changeApplicationAddress = (clientId: string) => opened(INTERNAL_PATHS.applications, 'change', clientId)
export const sampleAddress = (id: string) => opened(INTERNAL_PATHS.directory, 'sample', id)
/** `id` is 'new' for an unsaved item. */
export const contentAddress = (kind: ContentKind, id: string) => opened(INTERNAL_PATHS.content, kind, id)
