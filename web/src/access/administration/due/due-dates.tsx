import { formatLongCalendarDay } from '@portico/core/forms/moments'
import { dueDates } from '@portico/core/signon/calendar/calls'
import { DUE, DUE_DAYS, OVERDUE } from '@portico/core/signon/calendar/due'
import type { DueDate } from '@portico/core/signon/calendar/shapes'
import { Card } from '#kit/card.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { Tag } from '#kit/tag.tsx'
import { LoadingCards } from '#shell/gateway/loading.tsx'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page } from '#shell/layout/layout.tsx'
import { BackToPeople } from '../people/administration-subpage.tsx'
import { CalendarFeed } from './calendar-feed.tsx'

/** What expires or is due in the office, by date, and the feed of it for calendars (behaviour 23.3). */
export function DueDates() {
  const found = useCall(dueDates)
  return (
    <Page narrow>
      <div className="stack">
        <BackToPeople />
        <LoadingCards of={found} label="Loading what is due">
          {({ today, due, feed }) => (
            <>
              <Card>
                <PageHeading>Due dates</PageHeading>
                <DueList due={due} today={today} />
              </Card>
              <CalendarFeed feed={feed} />
            </>
          )}
        </LoadingCards>
      </div>
    </Page>
  )
}

function DueList({ due, today }: { due: readonly DueDate[]; today: string }) {
  if (due.length === 0) return <p>Nothing is due in the next {DUE_DAYS} days.</p>
  return (
    <>
      <p>This is due in the next {DUE_DAYS} days. Each entry says what happens if you do nothing.</p>
      <ul className="links described">
        {due.map((date) => (
          <li key={`${date.kind} ${date.day} ${date.overdue}`}>
            <DueEntry date={date} today={today} />
          </li>
        ))}
      </ul>
    </>
  )
}

function DueEntry({ date: { kind, day, overdue, count }, today }: { date: DueDate; today: string }) {
  const { title, otherwise, page } = DUE[kind]
  return (
    <>
      <a href={page}>{title(count)}</a>
      <span>
        {overdue ? <Tag tone="bad">Overdue</Tag> : day === today && <Tag tone="warn">Today</Tag>}{' '}
        {overdue ? 'Since' : 'By'} <time dateTime={day}>{formatLongCalendarDay(day)}</time>
      </span>
      <span className="soft small">{(overdue && OVERDUE[kind]) || otherwise}</span>
    </>
  )
}
