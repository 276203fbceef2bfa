/** The columns of `provider` that are read somewhere, in the order the national file's rows are copied. */
export const PROVIDER_COLUMN_NAMES = (
  'npi entity_type name first_name last_name address city state postal_code phone taxonomy_code ' +
  'license_number license_state enumeration_date deactivation_date reactivation_date ' +
  'deactivated activation_change_date activation_change_reasons search_name'
).split(' ')

const TYPES: Partial<Record<string, string>> = {
  npi: 'text collate "C"',
  entity_type: 'smallint',
  deactivated: 'boolean',
  row_hash: 'bigint',
}

/** With the hash of what the file said, which is none of it. */
export const STAGED_COLUMN_NAMES = [...PROVIDER_COLUMN_NAMES, 'row_hash']

export const STAGED_COLUMNS = STAGED_COLUMN_NAMES.map(
  (name) => [name, TYPES[name] ?? (name.endsWith('_date') ? 'date' : 'text')] as const,
)

/** Told since the third version of the file: an older one leaves them as they are stored. */
export const ACTIVATION_STATUS = 'npi_activation_status'
export const ACTIVATION_COLUMN_NAMES = ['deactivated', 'activation_change_date', 'activation_change_reasons']
