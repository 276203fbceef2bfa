import { ACCEPTABLE_FIELDS, type AcceptableField } from '@portico/core/provider-directory/change-fields'
import { SettingsError, splitList } from './read-values.ts'
import type { Env } from './unknown-settings.ts'

const DEFAULT = 'hours,languages,acceptingNewPatients'
/** An empty variable means the default everywhere, so the empty list has a word. */
const NONE = 'none'

/** Fields of the provider directory that need no decision of staff. */
export function readDirectoryAccept(env: Env): AcceptableField[] {
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
