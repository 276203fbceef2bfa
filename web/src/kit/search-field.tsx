import { useEffect, useRef, useState } from 'react'
import { TextField } from './text-field.tsx'

type SearchFieldProps = {
  label: string
  hint?: string
  name?: string
  value: string
  onSearch: (value: string) => void
}

const DEBOUNCE_MS = 300

/** Searches after a pause in typing, to limit requests. */
export function SearchField({ label, hint, name = 'search', value, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(value)
  const latest = useRef(onSearch)
  latest.current = onSearch
  const shown = useRef(value)
  useEffect(() => {
    // Changed from outside, for example by Back.
    if (value !== shown.current) setTyped(value)
    shown.current = value
  }, [value])
  useEffect(() => {
    if (typed.trim() === shown.current) return
    const timer = setTimeout(() => {
      shown.current = typed.trim()
      latest.current(typed.trim())
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    <TextField
      label={label}
      hint={hint}
      name={name}
      type="search"
      autoComplete="off"
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
