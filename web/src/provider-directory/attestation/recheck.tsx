import { recheckDirectory } from '@portico/core/provider-directory/attestation/calls'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { runAfter } from '#kit/clock.ts'
import { Alert } from '#kit/note.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { useRefetch } from '#shell/gateway/use-action.ts'
import { useAttestationRights } from './roles.ts'

const POLL_MS = 3000
/** Two minutes; the check runs within one. Each read keeps the session alive, so the page does not go on forever. */
const POLLS_MAX = 40

type RecheckProps = { isAsked: boolean; reload: () => void }

/** Asks for a new check, waits for it and shows what it found. */
export function Recheck({ isAsked, reload }: RecheckProps) {
  const { reviews } = useAttestationRights()
  const { call } = useGateway()
  const refetch = useRefetch()
  const { says, startAgain } = useNewCheck({ isAsked, reload })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const ask = async () => {
    setBusy(true)
    startAgain()
    const reply = await call(recheckDirectory)
    setBusy(false)
    setProblem(reply.ok ? '' : reply.entity.message)
    refetch()
  }
  return (
    <>
      {problem && <Alert>{problem}</Alert>}
      <p role="status">{says}</p>
      {reviews && !isAsked && (
        <p>
          <Button look="line" busy={busy} onClick={() => void ask()}>
            Check again
          </Button>
        </p>
      )}
    </>
  )
}

/** Reads the figures again until the requested check is done, then everything else on the page. */
function useNewCheck({ isAsked, reload }: RecheckProps): { says: string; startAgain: () => void } {
  const [polls, setPolls] = useState(0)
  const [wasAsked, setWasAsked] = useState(isAsked)
  if (isAsked && !wasAsked) setWasAsked(true)
  const isDone = wasAsked && !isAsked
  const isLate = polls >= POLLS_MAX
  const latest = useRef({ reload, refetch: useRefetch() })
  latest.current.reload = reload
  useEffect(() => {
    if (!isAsked || polls >= POLLS_MAX) return
    return runAfter(POLL_MS, () => {
      setPolls(polls + 1)
      latest.current.reload()
    })
  }, [isAsked, polls])
  useEffect(() => {
    if (isDone) latest.current.refetch()
  }, [isDone])
  const startAgain = () => {
    setPolls(0)
    setWasAsked(false)
  }
  if (isDone) return { says: 'The new check is done. This page shows what it found.', startAgain }
  if (!isAsked) return { says: '', startAgain }
  const waiting = 'A new check runs within a minute. This page shows it when it is done.'
  return { says: isLate ? 'The new check takes long. Reload this page later to see it.' : waiting, startAgain }
}
