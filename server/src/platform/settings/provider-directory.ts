import { ACCEPTABLE_FIELDS, type AcceptableField } from '@portico/core/provider-directory/change-fields'
import { type DirectoryPublishing, readDirectoryPublishing } from './directory-publishing.ts'
import { readOneOf, readWholeNumber, SettingsError, splitList } from './read-values.ts'
import type { Env } from './unknown-settings.ts'

const OVERDUE = ['marked', 'hidden'] as const

/** Settings of the provider directory. */
export type DirectorySettings = DirectoryPublishing & {
  /** Fields whose changes by offices are accepted without staff. */
  directoryAccept: readonly AcceptableField[]
  /** Days after which a verification of directory data is overdue. */
  directoryVerifyDays: number
  /** Whether members find a provider whose verification is overdue, marked, or do not find it. */
  directoryOverdue: (typeof OVERDUE)[number]
}

export const readDirectorySettings = (env: Env, dataDir: string): DirectorySettings => ({
  ...readDirectoryPublishing(env, dataDir),
  directoryAccept: readDirectoryAccept(env),
  directoryVerifyDays: readWholeNumber(env, 'PORTICO_DIRECTORY_VERIFY_DAYS', 90, { min: 1, max: 365 }),
  directoryOverdue: readOneOf(env, 'PORTICO_DIRECTORY_OVERDUE', OVERDUE, 'marked'),
})

const DEFAULT = 'hours,languages,acceptingNewPatients'
/** An empty variable means the default everywhere, so the empty list has a word. */
const NONE = 'none'

/** Fields that need no decision of staff. */
function readDirectoryAccept(env: Env): AcceptableField[] {
  const text = env.PORTICO_DIRECTORY_ACCEPT || DEFAULT
  if (text === NONE) return []
  return splitList(text).map((name) => {
    const field = ACCEPTABLE_FIELDS.find((known) => known === name)
    if (!field)
      throw new SettingsError(
        `PORTICO_DIRECTORY_ACCEPT must be ${NONE} or list ${ACCEPTABLE_FIELDS.join(', ')}, not '${name}'.`,
      )
    return field
  })
}
