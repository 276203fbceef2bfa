/** The columns of `provider`, in the order the national file's rows are copied. */
export const PROVIDER_COLUMN_NAMES = (
  'npi entity_type name first_name last_name credential address city state postal_code phone taxonomy_code ' +
  'license_number license_state enumeration_date last_update_date deactivation_date reactivation_date ' +
  'replacement_npi search_name'
).split(' ')

const TYPES: Partial<Record<string, string>> = { npi: 'text collate "C"', entity_type: 'smallint' }

export const PROVIDER_COLUMNS = PROVIDER_COLUMN_NAMES.map(
  (name) => [name, TYPES[name] ?? (name.endsWith('_date') ? 'date' : 'text')] as const,
)
