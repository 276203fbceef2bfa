import { bellEntries, readAllBellEntries, readBellEntry } from '@portico/core/bell/calls'
import type { BellEntry } from '@portico/core/bell/shapes'
import { formatMoment } from '@portico/core/forms/moments'
import { useCallback, useEffect, useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { Alert } from '#kit/note.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import { useGateway } from '../gateway/gateway-context.tsx'
import './bell.css'

type BellListProps = {
  unread: number
  onUnread: (unread: number) => void
  /** Called when an entry's link was followed. */
  onFollow: () => void
}

/** The person's entries, newest first. An entry is marked as read when its link is followed. */
export function BellList({ unread, onUnread, onFollow }: BellListProps) {
  const { entries, hasOlder, problem, busy, load, markAsRead, markAllAsRead } = useEntries(onUnread)
  return (
    <section aria-label="Notifications" aria-busy={busy}>
      <div className="bell-head">
        <h2>Notifications</h2>
        {unread > 0 && entries && <TextButton onClick={markAllAsRead}>Mark all as read</TextButton>}
      </div>
      {problem && <Alert tone="bad">{problem}</Alert>}
      {!entries && !problem && <Skeleton label="Loading your notifications" />}
      {entries?.length === 0 && <p className="soft">You have no notifications.</p>}
      {entries && entries.length > 0 && (
        <ul>
          {entries.map((entry) => (
            <Entry
              key={entry.entryId}
              entry={entry}
              onFollow={() => {
                markAsRead(entry)
                onFollow()
              }}
            />
          ))}
        </ul>
      )}
      {(hasOlder || problem) && (
        <Button look="line" busy={busy} onClick={load}>
          {problem ? 'Try again' : 'Show older'}
        </Button>
      )}
    </section>
  )
}

function Entry({ entry, onFollow }: { entry: BellEntry; onFollow: () => void }) {
  return (
    <li className={entry.read ? undefined : 'unread'}>
      <a href={entry.page} onClick={onFollow}>
        {!entry.read && <span className="visually-hidden">Unread: </span>}
        {entry.says}
      </a>
      <span className="soft small">{formatMoment(entry.on)}</span>
    </li>
  )
}

type Shown = { entries: BellEntry[]; hasOlder: boolean }

function useEntries(onUnread: (unread: number) => void) {
  const gateway = useGateway()
  const [shown, setShown] = useState<Shown>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)

  const read = useCallback(
    async (before: Shown | undefined) => {
      setBusy(true)
      setProblem('')
      const last = before?.entries.at(-1)
      const reply = await gateway.call(bellEntries, last ? { olderThan: last.entryId } : {})
      setBusy(false)
      if (!reply.ok) return setProblem(reply.entity.message)
      setShown({ entries: [...(before?.entries ?? []), ...reply.entity.entries], hasOlder: reply.entity.hasOlder })
    },
    [gateway],
  )
  useEffect(() => void read(undefined), [read])

  const markAsRead = async ({ entryId, on, read: isRead }: BellEntry) => {
    if (isRead) return
    const reply = await gateway.call(readBellEntry, { entryId, on })
    if (reply.ok) onUnread(reply.entity.unread)
  }
  const markAllAsRead = async () => {
    const until = shown?.entries[0]?.on
    if (!until) return
    const reply = await gateway.call(readAllBellEntries, { until })
    if (!reply.ok) return setProblem(reply.entity.message)
    onUnread(reply.entity.unread)
    setShown((before) => before && { ...before, entries: before.entries.map((entry) => ({ ...entry, read: true })) })
  }
  return {
    entries: shown?.entries,
    hasOlder: shown?.hasOlder ?? false,
    problem,
    busy,
    load: () => void read(shown),
    markAsRead: (entry: BellEntry) => void markAsRead(entry),
    markAllAsRead: () => void markAllAsRead(),
  }
}
