import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ACCEPTABLE_FIELDS, type AcceptableField } from '@portico/core/provider-directory/change-fields'
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

const PLAIN_LAYOUT = fileURLToPath(new URL('../../../directory-layouts/plain.json', import.meta.url))

type DirectoryPublishing = {
  /** The hour of the plan's day at which the directory is published as files; undefined if this server does not. */
  directoryPublishHour: number | undefined
  /** The folder of the published files, which all processes share. */
  directoryFolder: string
  /** Templates of further layouts of the published files. */
  directoryTemplates: readonly string[]
}

/** When and where the provider directory is published as files. */
function readDirectoryPublishing(env: Env, dataDir: string): DirectoryPublishing {
  const {
    PORTICO_DIRECTORY_PUBLISH_HOUR: hour,
    PORTICO_DIRECTORY_FOLDER: folder,
    PORTICO_DIRECTORY_TEMPLATES: templates,
  } = env
  return {
    directoryPublishHour:
      hour === 'off' ? undefined : readWholeNumber(env, 'PORTICO_DIRECTORY_PUBLISH_HOUR', 2, { max: 23 }),
    directoryFolder: folder ? resolve(folder) : join(dataDir, 'directory'),
    directoryTemplates: readTemplatePaths(templates),
  }
}

function readTemplatePaths(text: string | undefined): string[] {
  if (text === 'none') return []
  return text ? splitList(text).map((path) => resolve(path)) : [PLAIN_LAYOUT]
}
