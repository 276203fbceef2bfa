import { getDesc } from '@portico/core/content/calls'
import type { ReactNode } from 'react'
import { Skeleton } from '#kit/waiting.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { ContentHtml } from '#shell/layout/content-html.tsx'

/** The plan's text for this page and brand. `fallback` if there is none or it cannot be read. */
export function PageDescription({ categoryId, fallback = null }: { categoryId: string; fallback?: ReactNode }) {
  const loaded = useCall(getDesc, { query: { categoryId }, cached: true })
  if (loaded.state === 'loading') return fallback && <Skeleton label="Loading the text" lines={3} />
  return loaded.state === 'ready' && loaded.entity.body !== '' ? <ContentHtml html={loaded.entity.body} /> : fallback
}
