import { listActiveAgain } from '@portico/core/access/calls'
import { countOf } from '#kit/count-of.ts'
import { Note } from '#kit/note.tsx'
import { useCall } from '#shell/gateway/use-call.ts'

/** Leads to the access that waits to be restored, if there is any. */
export function ActiveAgainNote({ href }: { href: string }) {
  const list = useCall(listActiveAgain, { query: { page: 0 } })
  if (list.state !== 'ready' || list.entity.total === 0) return null
  return (
    <Note tone="warn" heading={countOf(list.entity, 'NPI is active again', 'NPIs are active again')}>
      <p>
        Access that was suspended with them is not restored by itself. <a href={href}>Decide about suspended access</a>
      </p>
    </Note>
  )
}
