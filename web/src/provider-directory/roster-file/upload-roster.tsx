import { applyRoster, openRosterHeadings, previewRoster } from '@portico/core/provider-directory/calls'
import { scopeAddress } from '@portico/core/provider-directory/pages'
import type { RosterHeading, RosterPreview } from '@portico/core/provider-directory/roster-shapes'
import type { VerificationScope, Verified } from '@portico/core/provider-directory/verify-shapes'
import { useRef, useState } from 'react'
import { Alert } from '#kit/note.tsx'
import { Steps } from '#kit/steps.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { isUnanswered } from '#shell/gateway/reply.ts'
import { useRefetch } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { Outcome } from '../receipts/outcome.tsx'
import { ChooseFile } from './choose-file.tsx'
import { ConfirmColumns } from './confirm-columns.tsx'
import { PreviewFile } from './preview-file.tsx'
import { headingsOf, type MappedSheet, rowsOf } from './sheet-columns.ts'

const STAGES = ['Choose a file', 'Check the columns', 'Check the differences', 'Done'] as const

/** Verifies a scope from a spreadsheet: the file, its columns, a preview, and the result. */
export function UploadRoster({ scope }: { scope: VerificationScope }) {
  const { scopeKind, scopeId } = scope
  const headings = useCall(openRosterHeadings, { query: { scopeKind, scopeId }, dropOnUnmount: true })
  return (
    <div className="stack">
      <div>
        <h2>Upload a spreadsheet for {scope.name}</h2>
        <p>
          <a href={scopeAddress(scope)}>Back to the entries</a>
        </p>
      </div>
      <Loading of={headings} label="Loading the columns of your last file">
        {(found) => <Upload scope={{ scopeKind, scopeId }} remembered={found.headings} />}
      </Loading>
    </div>
  )
}

type Scope = Pick<VerificationScope, 'scopeKind' | 'scopeId'>
type Stage =
  | { at: 0 }
  | { at: 1; given: MappedSheet }
  | { at: 2; given: MappedSheet; preview: RosterPreview }
  | { at: 3; result: Verified }

function Upload({ scope, remembered }: { scope: Scope; remembered: readonly RosterHeading[] }) {
  const [stage, setStage] = useState<Stage>({ at: 0 })
  const { busy, problem, preview, apply } = useUpload(scope, setStage)
  const restart = () => setStage({ at: 0 })
  return (
    <>
      <Steps stages={STAGES} current={stage.at} />
      {problem && <Alert key={problem}>{problem}</Alert>}
      {stage.at === 0 && <ChooseFile remembered={remembered} onSheet={(given) => setStage({ at: 1, given })} />}
      {stage.at === 1 && (
        <ConfirmColumns
          given={stage.given}
          busy={busy}
          onChange={(given) => setStage({ at: 1, given })}
          onBack={restart}
          onConfirm={() => void preview(stage.given)}
        />
      )}
      {stage.at === 2 && (
        <PreviewFile
          preview={stage.preview}
          busy={busy}
          onBack={restart}
          onApply={() => void apply(stage.given, stage.preview)}
        />
      )}
      {stage.at === 3 && <Outcome of={stage.result} />}
    </>
  )
}

/** Sends the rows for a preview, then the same rows with the preview's hash. */
function useUpload(scope: Scope, onStage: (stage: Stage) => void) {
  const { call } = useGateway()
  const refetch = useRefetch()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  // The same post after a time-out gets the stored result.
  const request = useRef({ hash: '', requestKey: '' })
  const findDifferences = async (given: MappedSheet) => {
    const reply = await call(previewRoster, { ...scope, rows: rowsOf(given), headings: headingsOf(given) })
    if (reply.ok) onStage({ at: 2, given, preview: reply.entity })
    return reply.ok ? '' : reply.entity.message
  }
  const preview = async (given: MappedSheet) => {
    setBusy(true)
    setProblem(await findDifferences(given))
    setBusy(false)
  }
  const apply = async (given: MappedSheet, { hash }: RosterPreview) => {
    setBusy(true)
    setProblem('')
    if (request.current.hash !== hash) request.current = { hash, requestKey: crypto.randomUUID() }
    const { requestKey } = request.current
    const reply = await call(applyRoster, { ...scope, rows: rowsOf(given), hash, requestKey })
    if (reply.ok) {
      onStage({ at: 3, result: reply.entity })
      refetch()
    } else {
      setProblem(reply.entity.message)
      // The directory changed after the preview.
      if (!isUnanswered(reply) && reply.status === 407) await findDifferences(given)
    }
    setBusy(false)
  }
  return { busy, problem, preview, apply }
}
