import type { ReactNode } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Alert } from '../../kit/note.tsx'
import { Skeleton } from '../../kit/waiting.tsx'
import type { Loaded } from './use-call.ts'

type LoadingProps<Entity> = {
  of: Loaded<Entity>
  /** What is being loaded, for people who do not see the lines. */
  label: string
  lines?: number
  children: (entity: Entity) => ReactNode
}

/** What was read, once it is there; lines while it comes; what happened and a way to try again when it does not. */
export function Loading<Entity>({ of: loaded, label, lines = 4, children }: LoadingProps<Entity>) {
  if (loaded.state === 'ready') return children(loaded.entity)
  if (loaded.state === 'loading') return <Skeleton label={label} lines={lines} />
  return (
    <>
      <Alert>{loaded.message}</Alert>
      <p>
        <Button look="line" onClick={loaded.reload}>
          Try again
        </Button>
      </p>
    </>
  )
}

/** The same for what stands in cards of its own: while it is not there, a card waits in their place. */
export function LoadingCards<Entity>(props: LoadingProps<Entity>) {
  const shown = <Loading {...props} />
  return props.of.state === 'ready' ? shown : <Card>{shown}</Card>
}
