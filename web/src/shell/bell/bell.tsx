import { UNREAD_MAX } from '@portico/core/bell/kinds'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { Skeleton } from '#kit/waiting.tsx'

const BellList = lazy(async () => ({ default: (await import('./bell-list.tsx')).BellList }))

/** Beside the account menu: how much is unread, and the list, loaded when it opens (behaviour 23.2). */
export function Bell({ unread: loaded }: { unread: number }) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { unread, setUnread } = useUnread(loaded)
  return (
    <div className="bell">
      <button type="button" className="bell-button" popoverTarget={id}>
        <svg aria-hidden="true" viewBox="0 0 24 24" width="22" height="22">
          <path d="M12 3a6 6 0 0 0-6 6v4.5L4 17h16l-2-3.5V9a6 6 0 0 0-6-6Zm-2.2 16a2.3 2.3 0 0 0 4.4 0" />
        </svg>
        <span className="visually-hidden">Notifications{unread > 0 && `, ${inWords(unread)} unread`}</span>
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unread < UNREAD_MAX ? unread : '99+'}
          </span>
        )}
      </button>
      <Announced unread={unread} />
      <div
        className="bell-list"
        popover="auto"
        id={id}
        ref={list}
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Suspense fallback={<Skeleton label="Loading your notifications" />}>
            <BellList unread={unread} onUnread={setUnread} onFollow={() => list.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </div>
  )
}

const inWords = (unread: number) => (unread < UNREAD_MAX ? String(unread) : 'more than 99')

/** The page's number, until this bell marks entries as read. A number loaded later counts again. */
function useUnread(loaded: number) {
  const [known, setKnown] = useState({ loaded, unread: loaded })
  if (known.loaded !== loaded) setKnown({ loaded, unread: loaded })
  return { unread: known.unread, setUnread: (unread: number) => setKnown({ loaded, unread }) }
}

/** Reports a number that changed while the page is open, and nothing when a page loads. */
function Announced({ unread }: { unread: number }) {
  const before = useRef(unread)
  const [says, setSays] = useState('')
  useEffect(() => {
    if (before.current === unread) return
    before.current = unread
    setSays(
      unread === 0
        ? 'No unread notifications.'
        : `${inWords(unread)} unread ${unread === 1 ? 'notification' : 'notifications'}.`,
    )
  }, [unread])
  return (
    <span className="visually-hidden" aria-live="polite">
      {says}
    </span>
  )
}
