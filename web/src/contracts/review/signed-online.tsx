import type { SigningFacts } from '@portico/core/contracts/signing-shapes'
import { formatMoment } from '@portico/core/forms/moments'
import { TitledCard } from '#kit/card.tsx'

const PLAN_ADDRESS: Record<SigningFacts['planAddress'], string> = {
  SAME: 'The email address matches the one on file',
  OWN: 'The registrant gave the email address on file as their own',
  OTHER: 'The email address differs from the one on file',
  NONE: 'There is no email address on file to compare with',
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
    { ok: facts.codeConfirmed, yes: 'Email address confirmed with a code', no: 'No code was confirmed' },
    { ok: facts.planAddress === 'SAME', yes: PLAN_ADDRESS.SAME, no: PLAN_ADDRESS[facts.planAddress] },
  ]
}

/** Results of the online checks. */
export function SignedOnline({ facts }: { facts: SigningFacts }) {
  return (
    <TitledCard id="signed-online" heading="Signed online">
      <ul className="checks-list">
        {checksOf(facts).map(({ ok, yes, no }) => (
          <li key={yes} className={ok ? 'ok' : 'open'}>
            {ok ? yes : no}
          </li>
        ))}
      </ul>
      <p>
        {facts.name}, {facts.title}, {facts.email}, {formatMoment(facts.signedOn)}, from {facts.from};{' '}
        {facts.signatureKind === 'DRAWN' ? 'drawn on a screen' : 'typed'}
      </p>
    </TitledCard>
  )
}
