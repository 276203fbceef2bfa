import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

/** The native file input: it shows the chosen file and accepts dropped files. */
export function FileField(props: ComponentProps<typeof TextField>) {
  return <TextField {...props} type="file" className="file" />
}
