import { STATUS } from '@portico/core/constants'
import { LEVEL_NAMES, ROLE_NAMES } from '@portico/core/forms/messages'
import { formatMoment } from '@portico/core/forms/moments'
import { receipt as receiptCall } from '@portico/core/registration/calls'
import type { Receipt as Facts } from '@portico/core/registration/shapes'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import { type SummaryItem, SummaryList } from '#kit/summary-list.tsx'
import { LabelTag } from '#kit/tag.tsx'
import { requestState } from '#shell/console/access-labels.ts'
import type { Gateway, Reply } from '#shell/gateway/gateway.ts'

/** Shown at the end of every registration, to print and to quote in questions (behaviour 3.17). */
export function Receipt({ gateway }: { gateway: Gateway }) {
  const { reply, busy, load } = useReceipt(gateway)
  // Accounts of plan staff have no receipt.
  if (!reply || reply.status === STATUS.notFound) return null
  return (
    <section className="receipt" aria-labelledby="receipt">
      <h2 id="receipt">Your receipt</h2>
      {reply.ok ? <SummaryList items={itemsOf(reply.entity)} /> : <Note tone="bad">{reply.entity.message}</Note>}
      <p className="print-receipt">
        {reply.ok ? (
          <Button look="line" onClick={() => window.print()}>
            Print receipt
          </Button>
        ) : (
          <Button look="line" busy={busy} onClick={load}>
            Try again
          </Button>
        )}
      </p>
    </section>
  )
}

/** Loads the receipt when the screen opens, and again on 'Try again'. */
function useReceipt(gateway: Gateway) {
  const [reply, setReply] = useState<Reply<Facts>>()
  const [busy, setBusy] = useState(false)
  const load = useCallback(async () => {
    setBusy(true)
    setReply(await gateway.call(receiptCall))
    setBusy(false)
  }, [gateway])
  useEffect(() => void load(), [load])
  return { reply, busy, load }
}

const SENT = ['Sent on', 'Sent by', 'Requested', 'Decided on'] as const
const INVITED = ['Invited on', 'Account holder', 'Access', 'Completed on'] as const

function itemsOf(facts: Facts): SummaryItem[] {
  const { groups, poName, contactFirstName, contactLastName } = facts
  const [sentOn, sentBy, requested, decidedOn] = facts.path === 'INVITATION' ? INVITED : SENT
  const items: SummaryItem[] = [
    { term: 'Reference number', value: <b className="reference">{facts.reference}</b> },
    { term: sentOn, value: formatMoment(facts.submittedOn) },
    { term: sentBy, value: `${facts.firstName} ${facts.lastName}, ${facts.email}` },
    { term: requested, value: `${ROLE_NAMES[facts.regRoleSel]}, ${LEVEL_NAMES[facts.regType]}` },
  ]
  if (facts.npiId) items.splice(3, 0, { term: 'For', value: `${facts.npiName}, NPI ${facts.npiId}` })
  if (poName) items.push({ term: 'Organization', value: poName })
  if (groups.length > 0) items.push({ term: 'Groups', value: groups.join(', ') })
  if (facts.signatoryEmail)
    items.push({ term: 'Sent to', value: `${contactFirstName} ${contactLastName}, ${facts.signatoryEmail}` })
  if (facts.expiresOn) items.push({ term: 'Decision due by', value: formatMoment(facts.expiresOn) })
  if (facts.decidedOn) items.push({ term: decidedOn, value: formatMoment(facts.decidedOn) })
  return [...items, { term: 'Status', value: <LabelTag of={requestState(facts.state, facts.contract)} /> }]
}
