import { IMPORT_MAX_AGE_DAYS, LOADED_KINDS, type LoadedKind } from '@portico/core/plan-data/as-of'
import { readWholeNumber, SettingsError, splitList } from './read-values.ts'
import type { Env } from './unknown-settings.ts'

/** Settings of imports. */
export type ImportSettings = {
  /** The share of a snapshot's subjects, in percent, that an import removes without confirmation. */
  importRemovalsPercent: number
  /** The share of active grants for single NPIs, in percent, that deactivations suspend without confirmation. */
  importSuspensionsPercent: number
  /** Days after which the last file of each kind is too old; 0 turns the alert off. */
  importMaxAgeDays: Readonly<Record<LoadedKind, number>>
}

export const readImportSettings = (env: Env): ImportSettings => ({
  importRemovalsPercent: readWholeNumber(env, 'PORTICO_IMPORT_REMOVALS_PERCENT', 10, { max: 100 }),
  importSuspensionsPercent: readWholeNumber(env, 'PORTICO_IMPORT_SUSPENSIONS_PERCENT', 1, { max: 100 }),
  importMaxAgeDays: readMaxAges(env),
})

const MAX_AGES = 'PORTICO_IMPORT_MAX_AGE_DAYS'
const DAYS_MAX = 3650

/** For example 'claims=2,nppes=0'. Kinds that are not listed keep their default. */
function readMaxAges(env: Env): Record<LoadedKind, number> {
  const days: Record<LoadedKind, number> = { ...IMPORT_MAX_AGE_DAYS }
  for (const part of splitList(env[MAX_AGES])) {
    const [, name, count = ''] = /^([a-z-]+)=(\d{1,4})$/.exec(part) ?? []
    const kind = LOADED_KINDS.find((known) => known === name)
    if (!kind || Number(count) > DAYS_MAX)
      throw new SettingsError(
        `${MAX_AGES} must list kinds with days up to ${DAYS_MAX}, such as claims=2,members=2, not '${part}'. Kinds: ${LOADED_KINDS.join(', ')}.`,
      )
    days[kind] = Number(count)
  }
  return days
}

export const writeMaxAges = (days: ImportSettings['importMaxAgeDays']): string =>
  LOADED_KINDS.map((kind) => `${kind}=${days[kind]}`).join(',')
