import type { Address } from '@portico/core/provider-directory/change-fields'
import { TextField } from '#kit/text-field.tsx'

const LABELS = { line1: 'Street', line2: 'Suite or floor', city: 'City', state: 'State', zip: 'ZIP code' } as const
const PARTS = ['line1', 'line2', 'city', 'state', 'zip'] as const

type AddressFieldsProps = { address: Address; error: string | undefined; onChange: (address: Address) => void }

/** The error of an address stands at its first field. */
export function AddressFields({ address, error, onChange }: AddressFieldsProps) {
  return (
    <fieldset className="field wide">
      <legend>Address</legend>
      <div className="filter-grid">
        {PARTS.map((part) => (
          <TextField
            key={part}
            label={LABELS[part]}
            name={part}
            value={address[part]}
            error={part === 'line1' ? error : undefined}
            onChange={({ target }) => onChange({ ...address, [part]: target.value })}
          />
        ))}
      </div>
    </fieldset>
  )
}
