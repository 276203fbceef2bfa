import { INTERNAL_PATHS } from '@portico/core/constants'
import { listContracts, validateContract } from '@portico/core/contracts/calls'
import type { SigningFacts } from '@portico/core/contracts/signing-shapes'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import { TitledCard } from '../kit/card.tsx'
import { longTime } from '../kit/format-time.ts'
import { Alert } from '../kit/note.tsx'
import { SummaryList } from '../kit/summary-list.tsx'
import { contractAddress } from '../shell/console-addresses.ts'
import { useGoWithMessage } from '../shell/done-message.tsx'
import { useGateway } from '../shell/gateway-context.tsx'
import { useSave } from '../shell/use-save.ts'

const PLAN_ADDRESS: Record<SigningFacts['planAddress'], string> = {
  SAME: 'Signed at the address the plan holds',
  OTHER: 'Another address than the one the plan holds',
  NONE: 'The plan holds no address to compare with',
}

type Check = { ok: boolean; yes: string; no: string }

function checksOf(facts: SigningFacts): Check[] {
  return [
    {
      ok: facts.unchanged,
      yes: 'Document unchanged since it was shown',
      no: 'The document or the request has changed',
    },
    { ok: facts.signatureValid, yes: 'Digital signature valid (PAdES)', no: 'The digital signature is not valid' },
    { ok: facts.codeConfirmed, yes: 'Email address confirmed by code', no: 'No code was confirmed' },
    { ok: facts.planAddress === 'SAME', yes: PLAN_ADDRESS.SAME, no: PLAN_ADDRESS[facts.planAddress] },
  ]
}

type SignedOnlineProps = { facts: SigningFacts; reference: string; open: boolean }

/** What was verified, at a glance, and the one key: the button has the focus, and the next contract follows. */
export function SignedOnline({ facts, reference, open }: SignedOnlineProps) {
  const checksId = useId()
  const isSound = facts.unchanged && facts.signatureValid && facts.codeConfirmed
  return (
    <TitledCard id="signed-online" heading="Signed online">
      <ul className="checks-list" id={checksId}>
        {checksOf(facts).map(({ ok, yes, no }) => (
          <li key={yes} className={ok ? 'ok' : 'open'}>
            {ok ? yes : no}
          </li>
        ))}
      </ul>
      <SummaryList
        items={[
          { term: 'Signed by', value: `${facts.name}, ${facts.title}` },
          { term: 'Email', value: facts.email },
          { term: 'Signed on', value: longTime(facts.signedOn) },
          { term: 'From', value: facts.from },
          { term: 'Signature', value: facts.signatureKind === 'DRAWN' ? 'Drawn on a screen' : 'Typed' },
        ]}
      />
      {open && isSound && <ValidateAndNext {...{ reference, checksId }} contractId={facts.contractId} />}
    </TitledCard>
  )
}

function ValidateAndNext({
  reference,
  contractId,
  checksId,
}: {
  reference: string
  contractId: string
  checksId: string
}) {
  const button = useRef<HTMLButtonElement>(null)
  const { call } = useGateway()
  const go = useGoWithMessage()
  const validate = useSave(validateContract, async () => {
    const waiting = await call(listContracts, { stage: 'RECEIVED' })
    const next = waiting.ok ? waiting.entity.rows.find((row) => row.reference !== reference) : undefined
    const done = `The contract ${reference} is validated. Everybody concerned was told by email.`
    go(next ? contractAddress(next.reference) : INTERNAL_PATHS.contracts, done)
  })
  // After the heading took the focus that a new page gives it.
  useEffect(() => {
    const later = setTimeout(() => button.current?.focus({ preventScroll: true }))
    return () => clearTimeout(later)
  }, [])
  return (
    <>
      {validate.refusal && <Alert>{validate.refusal.entity.message}</Alert>}
      <Button
        ref={button}
        busy={validate.busy}
        aria-describedby={checksId}
        onClick={() => void validate.send({ reference, contractId })}
      >
        VALIDATE, THEN THE NEXT
      </Button>
      <p className="soft small">Enter is enough: the button has the focus.</p>
    </>
  )
}
