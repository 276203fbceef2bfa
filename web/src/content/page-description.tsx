import { getDesc } from '@portico/core/content/calls'
import type { ReactNode } from 'react'
import { Skeleton } from '../kit/waiting.tsx'
import { useCall } from '../shell/gateway/use-call.ts'
import { WrittenHtml } from '../shell/layout/written.tsx'

/** The text the plan wrote for this page and brand; `otherwise` where there is none, or it cannot be read. */
export function PageDescription({ categoryId, otherwise = null }: { categoryId: string; otherwise?: ReactNode }) {
  const loaded = useCall(getDesc, { query: { categoryId }, cached: true })
  if (loaded.state === 'loading') return otherwise && <Skeleton label="Loading the text" lines={3} />
  return loaded.state === 'ready' && loaded.entity.body !== '' ? <WrittenHtml html={loaded.entity.body} /> : otherwise
}
