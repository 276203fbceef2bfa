import { verifyAudit } from '@portico/core/internal/calls'
import type { AuditProof } from '@portico/core/internal/shapes'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { TitledCard } from '../kit/card.tsx'
import { countOf } from '../kit/count-of.ts'
import { Alert } from '../kit/note.tsx'
import type { Reply } from '../shell/gateway/gateway.ts'
import { useGateway } from '../shell/gateway/gateway-context.tsx'

const WHY: Record<string, string> = {
  changed: 'it was changed after it was sealed',
  missing: 'it is missing',
  unsealed: 'it is not covered by any seal',
  chain: 'the chain of seals is broken there',
  unsigned: 'its seal is not signed',
  forged: 'its seal has another signature than ours',
}

/** Recomputes the chain on demand: it reads every record there is. */
export function AuditChain() {
  const gateway = useGateway()
  const [busy, setBusy] = useState(false)
  const [reply, setReply] = useState<Reply<AuditProof>>()
  const check = async () => {
    setBusy(true)
    setReply(undefined)
    setReply(await gateway.call(verifyAudit))
    setBusy(false)
  }
  return (
    <TitledCard id="chain" heading="Is the trail whole?" quiet>
      <p>Records are sealed into a chain. Checking recomputes it from the first record on.</p>
      {reply && !reply.ok && <Alert>{reply.entity.message}</Alert>}
      {reply?.ok && <ProofResult proof={reply.entity} />}
      <Button look="line" busy={busy} onClick={() => void check()}>
        Check the chain
      </Button>
    </TitledCard>
  )
}

function ProofResult({ proof }: { proof: AuditProof }) {
  if (!proof.ok)
    return (
      <Alert>
        Record {proof.brokenId} does not fit: {WHY[proof.brokenWhy] ?? proof.brokenWhy}. Please tell whoever runs the
        portal at once, and leave everything as it is.
      </Alert>
    )
  return (
    <Alert tone="ok">
      <p>
        The chain is whole: {countOf(proof.rows, 'record is', 'records are')} sealed
        {proof.waiting > 0 && `, ${countOf(proof.waiting, 'younger one waits', 'younger ones wait')} for a seal`}.
      </p>
      {proof.head && (
        <p className="small break">
          Newest seal: <code>{proof.head}</code>
        </p>
      )}
    </Alert>
  )
}
