import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

/** The browser's own file input: it tells which file is chosen, and files can be dropped on it. */
export function FileField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} type="file" className="file" />
}
