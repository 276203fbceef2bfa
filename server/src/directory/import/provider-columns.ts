/** The columns of `provider`, in the order the national file's rows are copied. */
export const PROVIDER_COLUMNS: readonly [name: string, type: string][] = [
  ['npi', 'text collate "C"'],
  ['entity_type', 'smallint'],
  ['name', 'text'],
  ['first_name', 'text'],
  ['last_name', 'text'],
  ['credential', 'text'],
  ['address', 'text'],
  ['city', 'text'],
  ['state', 'text'],
  ['postal_code', 'text'],
  ['phone', 'text'],
  ['taxonomy_code', 'text'],
  ['license_number', 'text'],
  ['license_state', 'text'],
  ['enumeration_date', 'date'],
  ['last_update_date', 'date'],
  ['deactivation_date', 'date'],
  ['reactivation_date', 'date'],
  ['replacement_npi', 'text'],
  ['search_name', 'text'],
]

export const PROVIDER_COLUMN_NAMES = PROVIDER_COLUMNS.map(([name]) => name)
