import { type ReactNode, useContext, useLayoutEffect, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { AreaPagesContext, findPage } from '../router/pages.ts'
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
  if (loaded.state === 'loading') return <Skeleton label={label} lines={lines} />
  if (loaded.state === 'failed') return <FailedLoading {...loaded} />
  return (
    <>
      {loaded.problem && <FailedLoading message={loaded.problem} reload={loaded.reload} />}
      {children(loaded.entity)}
    </>
  )
}

/** The error with a retry button. A page without its content keeps its heading. */
export function FailedLoading({ message, reload }: { message: string; reload: () => void }) {
  const areaPages = useContext(AreaPagesContext)
  const [title, setTitle] = useState<string>()
  useLayoutEffect(() => {
    if (document.querySelector('main h1')) return
    setTitle(findPage(areaPages?.pages ?? [], location.pathname)?.title)
  }, [areaPages])
  return (
    <>
      {title && <PageHeading bad>{title}</PageHeading>}
      <Alert>{message}</Alert>
      <p>
        <Button look="line" onClick={reload}>
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
