/** The used columns of `provider`, in COPY order of the national file's rows. */
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

/** With the hash of the row, which is not a column of the file. */
export const STAGED_COLUMN_NAMES = [...PROVIDER_COLUMN_NAMES, 'row_hash']

export const STAGED_COLUMNS = STAGED_COLUMN_NAMES.map(
  (name) => [name, TYPES[name] ?? (name.endsWith('_date') ? 'date' : 'text')] as const,
)

/** Present since version 3 of the file: an older one keeps the stored values. */
export const ACTIVATION_STATUS = 'npi_activation_status'
export const ACTIVATION_COLUMN_NAMES = ['deactivated', 'activation_change_date', 'activation_change_reasons']
