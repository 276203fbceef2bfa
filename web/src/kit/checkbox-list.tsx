import { type ReactNode, useEffect, useRef } from 'react'
import { FieldNote } from './field.tsx'

export type CheckboxItem = {
  id: string
  label: ReactNode
  checked: boolean
  disabled?: boolean
  /** Content at the end of the row, outside the label, such as a button. */
  trailing?: ReactNode
}

type CheckboxListProps = {
  name: string
  legend: ReactNode
  legendHidden?: boolean
  items: readonly CheckboxItem[]
  onToggle: (id: string, checked: boolean) => void
  /** If present, a select-all box heads the list. The caller decides which items it changes. */
  selectAll?: { label: string; checked: boolean; mixed?: boolean; disabled?: boolean; onToggle: (all: boolean) => void }
  columns?: boolean
  error?: string | undefined
  empty?: string
}

export function CheckboxList(props: CheckboxListProps) {
  const { name, legend, legendHidden, items, onToggle, selectAll, columns, error, empty } = props
  const firstUsable = items.find((item) => !item.disabled)?.id
  const inputId = (item: CheckboxItem) => (item.id === firstUsable ? name : `${name}-${item.id}`)
  return (
    <fieldset
      className={['field wide', error && 'bad'].filter(Boolean).join(' ')}
      aria-describedby={error && `${name}-error`}
    >
      <legend className={legendHidden ? 'visually-hidden' : undefined}>{legend}</legend>
      {items.length === 0 && <p className="soft">{empty ?? 'Nothing to choose from.'}</p>}
      {items.length > 0 && (
        <ul className={columns ? 'checks columns' : 'checks'}>
          {selectAll && (
            <li className="all">
              <SelectAll {...selectAll} />
            </li>
          )}
          {items.map((item) => (
            <li key={item.id}>
              <label htmlFor={inputId(item)}>
                <input
                  id={inputId(item)}
                  name={name}
                  type="checkbox"
                  value={item.id}
                  checked={item.checked}
                  disabled={item.disabled}
                  onChange={(event) => onToggle(item.id, event.target.checked)}
                />
                <span>{item.label}</span>
              </label>
              {item.trailing}
            </li>
          ))}
        </ul>
      )}
      <FieldNote kind="error" id={`${name}-error`} text={error} />
    </fieldset>
  )
}

function SelectAll({ label, checked, mixed, disabled, onToggle }: NonNullable<CheckboxListProps['selectAll']>) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = Boolean(mixed) && !checked
  }, [mixed, checked])
  return (
    <label>
      <input
        ref={box}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
