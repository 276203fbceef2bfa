import { LEVEL_NAMES, ROLE_NAMES } from '@portico/core/forms/messages'
import { formatMoment } from '@portico/core/forms/moments'
import { receipt as receiptCall } from '@portico/core/registration/calls'
import type { Receipt as Facts } from '@portico/core/registration/shapes'
import { useEffect, useState } from 'react'
import { Button } from '../kit/button.tsx'
import { type SummaryItem, SummaryList } from '../kit/summary-list.tsx'
import { LabelTag } from '../kit/tag.tsx'
import { grantState } from '../shell/access-labels.ts'
import type { Gateway } from '../shell/gateway.ts'

/** At the end of every registration: what to name when asking about it, to keep and to print (behaviour 3.17). */
export function Receipt({ gateway }: { gateway: Gateway }) {
  const [facts, setFacts] = useState<Facts>()
  useEffect(() => {
    void gateway.call(receiptCall).then((reply) => setFacts(reply.ok ? reply.entity : undefined))
  }, [gateway])
  if (!facts) return null
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h2 id="receipt">Your receipt</h2>
      <SummaryList items={itemsOf(facts)} />
      <p className="print-receipt">
        <Button look="line" onClick={() => window.print()}>
          Print receipt
        </Button>
      </p>
    </section>
  )
}

const SENT = ['Sent on', 'By', 'Asked for', 'Decided on'] as const
const INVITED = ['Invited on', 'Account of', 'Access', 'Completed on'] as const

function itemsOf(facts: Facts): SummaryItem[] {
  const { groups, poName, contactFirstName, contactLastName } = facts
  const [sentOn, by, askedFor, decidedOn] = facts.path === 'INVITATION' ? INVITED : SENT
  const items: SummaryItem[] = [
    { term: 'Reference number', value: <b className="reference">{facts.reference}</b> },
    { term: sentOn, value: formatMoment(facts.submittedOn) },
    { term: by, value: `${facts.firstName} ${facts.lastName}, ${facts.email}` },
    { term: askedFor, value: `${ROLE_NAMES[facts.regRoleSel]}, ${LEVEL_NAMES[facts.regType]}` },
  ]
  if (facts.npiId) items.splice(3, 0, { term: 'For', value: `${facts.npiName}, NPI ${facts.npiId}` })
  if (poName) items.push({ term: 'Organization', value: poName })
  if (groups.length > 0) items.push({ term: 'Groups', value: groups.join(', ') })
  if (facts.signatoryEmail)
    items.push({ term: 'Asked of', value: `${contactFirstName} ${contactLastName}, ${facts.signatoryEmail}` })
  if (facts.expiresOn) items.push({ term: 'Can be decided until', value: formatMoment(facts.expiresOn) })
  if (facts.decidedOn) items.push({ term: decidedOn, value: formatMoment(facts.decidedOn) })
  return [...items, { term: 'Where it stands', value: <LabelTag of={grantState(facts.state)} /> }]
}
