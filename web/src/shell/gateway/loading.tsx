import type { ReactNode } from 'react'
import { Button } from '../../kit/button.tsx'
import { Card } from '../../kit/card.tsx'
import { Alert } from '../../kit/note.tsx'
import { Skeleton } from '../../kit/waiting.tsx'
import type { Loaded } from './use-call.ts'

type LoadingProps<Entity> = {
  of: Loaded<Entity>
  /** Names the content for screen readers. */
  label: string
  lines?: number
  children: (entity: Entity) => ReactNode
}

/** Shows the loaded content, a skeleton while loading, or the error with a retry button. */
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

/** The same for content with its own cards: shows one card until it is loaded. */
export function LoadingCards<Entity>(props: LoadingProps<Entity>) {
  const shown = <Loading {...props} />
  return props.of.state === 'ready' ? shown : <Card>{shown}</Card>
}
