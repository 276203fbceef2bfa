import { formatMoment } from '@portico/core/forms/moments'
import { makeFeed, withdrawFeed } from '@portico/core/signon/calendar/calls'
import type { DueDates } from '@portico/core/signon/calendar/shapes'
import { useState } from 'react'
import { Button } from '#kit/button.tsx'
import { TitledCard } from '#kit/card.tsx'
import { Alert } from '#kit/note.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { useRefetch } from '#shell/gateway/use-action.ts'
import { AddressDialog } from './address-dialog.tsx'

type Outcome = { tone: 'ok' | 'bad'; message: string }

/** The private address from which the user's calendar reads the due dates. */
export function CalendarFeed({ feed }: { feed: DueDates['feed'] }) {
  const { call } = useGateway()
  const refetch = useRefetch()
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const make = async () => {
    setBusy(true)
    setOutcome(undefined)
    const reply = await call(makeFeed)
    setBusy(false)
    if (reply.ok) setAddress(reply.entity.address)
    else setOutcome({ tone: 'bad', message: reply.entity.message })
  }
  const withdraw = async () => {
    setBusy(true)
    const reply = await call(withdrawFeed)
    setBusy(false)
    if (!reply.ok) return setOutcome({ tone: 'bad', message: reply.entity.message })
    setOutcome({ tone: 'ok', message: 'The address is withdrawn. Calendars that use it no longer get these dates.' })
    refetch()
  }
  const close = () => {
    setAddress('')
    refetch()
  }
  return (
    <TitledCard id="calendar" heading="These dates in your calendar">
      {outcome && <Alert tone={outcome.tone}>{outcome.message}</Alert>}
      <p>
        Your calendar program can show these dates. It reads them from a private address. The entries say what is due, a
        number and a link. They name no one.
      </p>
      {feed.madeOn === '' ? (
        <div className="actions">
          <Button onClick={make} busy={busy}>
            Make a private address
          </Button>
        </div>
      ) : (
        <>
          <p>
            You made an address on {formatMoment(feed.madeOn)}.{' '}
            {feed.readOn === '' ? 'No calendar has read it yet.' : `A calendar last read it ${readWhen(feed.readOn)}.`}{' '}
            If you make a new one, this one stops.
          </p>
          <div className="actions">
            <Button look="line" onClick={withdraw} busy={busy}>
              Withdraw the address
            </Button>
            <Button look="line" onClick={make} busy={busy}>
              Make a new address
            </Button>
          </div>
        </>
      )}
      <AddressDialog address={address} onClose={close} />
    </TitledCard>
  )
}

/** The server writes down the time of a read once an hour. */
const readWhen = (readOn: string) => `around ${formatMoment(readOn)}`
