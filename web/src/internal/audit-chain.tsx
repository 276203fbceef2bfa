import { verifyAudit } from '@portico/core/internal/calls'
import type { AuditProof } from '@portico/core/internal/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import { Alert } from '#kit/note.tsx'
import type { Reply } from '#shell/gateway/gateway.ts'
import { useGateway } from '#shell/gateway/gateway-context.tsx'

const WHY: Record<string, string> = {
  changed: 'it was changed after it was sealed',
  missing: 'it is missing',
  unsealed: 'it is not covered by any seal',
  chain: 'the chain of seals is broken there',
  unsigned: 'its seal is not signed',
  forged: 'the signature of its seal is not ours',
}

/** Verifies the hash chain on demand, because that reads every record. */
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
    <TitledCard id="chain" heading="Verify the audit trail" quiet>
      <p>Records are sealed into a hash chain. Verifying checks every record from the first one.</p>
      {reply && !reply.ok && <Alert>{reply.entity.message}</Alert>}
      {reply?.ok && <ProofResult proof={reply.entity} />}
      <Button look="line" busy={busy} onClick={() => void check()}>
        Verify now
      </Button>
    </TitledCard>
  )
}

function ProofResult({ proof }: { proof: AuditProof }) {
  if (!proof.ok)
    return (
      <Alert>
        The audit trail is damaged at record {proof.brokenId}: {WHY[proof.brokenWhy] ?? proof.brokenWhy}. Contact the
        portal’s operator immediately, and don’t change anything.
      </Alert>
    )
  return (
    <Alert tone="ok">
      <p>
        The audit trail is complete. {countOf(proof.rows, 'record is', 'records are')} sealed
        {proof.waiting > 0 && `, and ${countOf(proof.waiting, 'newer record is', 'newer records are')} not sealed yet`}.
      </p>
      {proof.head && (
        <p className="small break">
          Newest seal: <code>{proof.head}</code>
        </p>
      )}
    </Alert>
  )
}
