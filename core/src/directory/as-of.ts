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
