import { useId } from 'react'

type PersonTabsProps = {
  label: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** Which one of a few people, as a row of buttons over plain radios. */
export function PersonTabs({ label, options, value, onChange }: PersonTabsProps) {
  const name = useId()
  return (
    <fieldset className="tabs">
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
