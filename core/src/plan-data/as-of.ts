/** Kinds of files that the plan loads, as the console lists them. The monthly deactivations come as `nppes`. */
export const LOADED_KINDS = [
  'nppes',
  'nppes-deactivations',
  'network',
  'members',
  'claims',
  'sco-cases',
  'sco-invoices',
  'plans',
  'locations',
  'practices',
] as const
export type LoadedKind = (typeof LOADED_KINDS)[number]

/**
 * Days after which the last file of a kind is too old, unless PORTICO_IMPORT_MAX_AGE_DAYS says otherwise. A day of grace
 * for weekly files, more for monthly ones.
 */
export const IMPORT_MAX_AGE_DAYS: Readonly<Record<LoadedKind, number>> = {
  nppes: 40,
  'nppes-deactivations': 40,
  network: 8,
  members: 8,
  claims: 8,
  'sco-cases': 8,
  'sco-invoices': 40,
  plans: 40,
  locations: 8,
  practices: 8,
}

/** Every plan imports its network, so a network that was never imported is too old as well. */
export const REQUIRED_KIND: LoadedKind = 'network'
