import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readWholeNumber, splitList } from './read-values.ts'
import type { Env } from './unknown-settings.ts'

const PLAIN_LAYOUT = fileURLToPath(new URL('../../../directory-layouts/plain.json', import.meta.url))

export type DirectoryPublishing = {
  /** The hour of the plan's day at which the directory is published as files; undefined if this server does not. */
  directoryPublishHour: number | undefined
  /** The folder of the published files, which all processes share. */
  directoryFolder: string
  /** Templates of further layouts of the published files. */
  directoryTemplates: readonly string[]
}

/** When and where the provider directory is published as files. */
export function readDirectoryPublishing(env: Env, dataDir: string): DirectoryPublishing {
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
