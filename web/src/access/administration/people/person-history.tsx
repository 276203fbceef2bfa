import { listHistory } from '@portico/core/access/calls'
import type { History } from '@portico/core/access/shapes'
import type { ReactNode } from 'react'
import { Card } from '#kit/card.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

type PersonHistoryProps = {
  accountId: string
  /** Sidebar or part of the main column. */
  as: 'aside' | 'section'
  empty: string
  className: string
  entry: (happened: History[number]) => ReactNode
}

/** A person's history within the user's scopes, newest first. */
export function PersonHistory({ accountId, as, empty, className, entry }: PersonHistoryProps) {
  const history = useCall(listHistory, { query: { accountId } })
  return (
    <Card as={as} aria-labelledby="what-happened">
      <h2 {...(as === 'aside' ? { className: 'aside-heading' } : {})} id="what-happened">
        What happened
      </h2>
      <Loading of={history} label="Loading what happened">
        {(entries) =>
          entries.length === 0 ? (
            <p className="soft">{empty}</p>
          ) : (
            <ol className={className}>
              {entries.map((happened) => (
                <li key={`${happened.at} ${happened.action} ${happened.sentence}`}>{entry(happened)}</li>
              ))}
            </ol>
          )
        }
      </Loading>
    </Card>
  )
}
