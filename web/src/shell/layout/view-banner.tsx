import { askToUnmask, describeView, endView } from '@portico/core/staff-views/calls'
import { UNMASK_REASON_NEEDED } from '@portico/core/staff-views/sentences'
import type { StaffView } from '@portico/core/staff-views/shapes'
import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { runEvery, useSecondsLeft } from '#kit/clock.ts'
import { Alert } from '#kit/note.tsx'
import { ReasonDialog } from '../forms/reason-dialog.tsx'
import { useRefetch } from '../gateway/use-action.ts'
import { useCall } from '../gateway/use-call.ts'
import { useSave } from '../gateway/use-save.ts'
import { leaveView } from '../gateway/view-mode.ts'
import './view-banner.css'

/** How often the banner looks whether a colleague has decided. */
const LOOK_AGAIN_MS = 10_000

/** Shows a support agent on every page whose portal this is, until the view ends. */
export function ViewBanner({ viewId }: { viewId: string }) {
  const loaded = useCall(describeView, { query: { viewId } })
  const end = useSave(endView, leaveView, leaveView)
  if (loaded.state === 'ready' && loaded.entity.secondsLeft > 0)
    return (
      <OpenView view={loaded.entity} reload={loaded.reload} ending={end.busy} onEnd={() => void end.send({ viewId })} />
    )
  return (
    <section className="view-banner" aria-labelledby="support-view">
      <h2 className="visually-hidden" id="support-view">
        Support view
      </h2>
      <p>{loaded.state === 'loading' ? 'This is a support view.' : 'This support view has ended.'}</p>
      <Button look="line" onClick={leaveView}>
        Back to the console
      </Button>
    </section>
  )
}

type OpenViewProps = { view: StaffView; reload: () => void; ending: boolean; onEnd: () => void }

function OpenView({ view, reload, ending, onEnd }: OpenViewProps) {
  const [asks, setAsks] = useState(false)
  const left = useViewTime(view)
  useDecision(view, reload)
  const { unmasking, name, userName } = view
  return (
    <section className="view-banner" aria-labelledby="support-view">
      <h2 className="visually-hidden" id="support-view">
        Support view
      </h2>
      <p>
        You see the portal as <b>{name}</b> ({userName}) sees it. You can’t change anything.{' '}
        <b className="nowrap" role="timer">
          {formatLeft(left)} left
        </b>
      </p>
      <p className="small">{UNMASKING[unmasking]}</p>
      <div className="view-actions">
        {(unmasking === 'NONE' || unmasking === 'DECLINED') && (
          <Button look="line" onClick={() => setAsks(true)}>
            Ask to show claims
          </Button>
        )}
        <Button look="line" busy={ending} onClick={onEnd}>
          End the view
        </Button>
      </div>
      {asks && (
        <AskDialog
          viewId={view.viewId}
          onClose={() => setAsks(false)}
          onAsked={() => {
            setAsks(false)
            reload()
          }}
        />
      )}
    </section>
  )
}

const UNMASKING: Record<StaffView['unmasking'], string> = {
  NONE: 'Claims and members’ data are hidden.',
  ASKED: 'Claims and members’ data are hidden. A colleague has to approve your request.',
  APPROVED: 'A colleague approved that this view shows claims and members’ data.',
  DECLINED: 'Claims and members’ data are hidden. A colleague declined your request.',
}

const formatLeft = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Counts from the server's number, so that a wrong clock of the machine does not matter. At 0 the view is left. */
function useViewTime(view: StaffView): number {
  const left = useSecondsLeft(view, view.secondsLeft)
  const leave = useEffectEvent(leaveView)
  useEffect(() => {
    if (left === 0) leave()
  }, [left])
  return left
}

/** While a request waits, looks again. Once it is approved, the page reads its data again. */
function useDecision({ unmasking }: StaffView, reload: () => void): void {
  const refetch = useRefetch()
  const [before, setBefore] = useState(unmasking)
  const decided = useEffectEvent(() => {
    if (before === unmasking) return
    setBefore(unmasking)
    if (unmasking === 'APPROVED') refetch()
  })
  const look = useEffectEvent(reload)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the decision changes
  useEffect(() => decided(), [unmasking])
  useEffect(() => {
    if (unmasking !== 'ASKED') return
    return runEvery(LOOK_AGAIN_MS, () => look())
  }, [unmasking])
}

type AskDialogProps = { viewId: string; onClose: () => void; onAsked: () => void }

function AskDialog({ viewId, onClose, onAsked }: AskDialogProps) {
  const save = useSave(askToUnmask, onAsked)
  return (
    <ReasonDialog
      heading="Ask to show claims and members’ data"
      save={save}
      buildBody={(reason) => ({ viewId, reason })}
      label="Ask a colleague"
      reason="required"
      hint="A reviewer or an administrator will read this and decide."
      missing={UNMASK_REASON_NEEDED}
      onClose={onClose}
    >
      <Alert tone="info">The answer counts for this view only.</Alert>
    </ReasonDialog>
  )
}
