import type { ReactNode } from 'react'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { Skeleton } from '#kit/waiting.tsx'

/** A value of the server: null while it loads. */
export type Loadable<Value> = Value | 'failed' | null

type LoadedProps<Value> = { value: Loadable<Value>; what: string; lines: number; children: (value: Value) => ReactNode }

/** Shows a value once it has loaded. */
export function Loaded<Value extends object>({ value, what, lines, children }: LoadedProps<Value>) {
  if (value === null)
    return (
      <Card>
        <Skeleton lines={lines} label={`Loading the ${what}`} />
      </Card>
    )
  if (value === 'failed')
    return (
      <Card>
        <Alert>The {what} could not be loaded. Please load the page again.</Alert>
      </Card>
    )
  return children(value)
}
