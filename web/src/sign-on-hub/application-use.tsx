import { formatCalendarDay, formatMoment } from '@portico/core/forms/moments'
import type { Application } from '@portico/core/sign-on-hub/application-shapes'
import { SIGN_IN_FAILURE_TEXTS } from '@portico/core/sign-on-hub/sign-in-failures'
import { TitledCard } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import { BarPlot } from '#kit/small-plot.tsx'

type Props = { application: Application }

/** A label below every tenth bar. */
const LABEL_EVERY = 10

export function SignInsPerDay({ application: { signIns } }: Props) {
  const total = signIns.reduce((sum, { count }) => sum + count, 0)
  return (
    <TitledCard id="sign-ins" heading="Use">
      <BarPlot
        heading="Sign-ins per day"
        summary={`${countOf(total, 'sign-in', 'sign-ins')} in the last ${signIns.length} days`}
        rowHeader="Day (UTC)"
        valueHeader="Sign-ins"
        rows={signIns.map(({ day, count }, index) => ({
          label: formatCalendarDay(day),
          value: count,
          short: (index + LABEL_EVERY / 2) % LABEL_EVERY === 0 ? formatCalendarDay(day).replace(/, \d+$/, '') : '',
        }))}
      />
    </TitledCard>
  )
}

export function FailedSignIns({ application: { failures } }: Props) {
  return (
    <TitledCard id="failed-sign-ins" heading="Failed sign-ins">
      {failures.length === 0 ? (
        <p className="soft">No sign-in has failed in the last 90 days.</p>
      ) : (
        <ul className="stacked-rows">
          {failures.map(({ reason, at, count }) => (
            <li key={`${at} ${reason}`}>
              <p>{SIGN_IN_FAILURE_TEXTS[reason]}</p>
              <p className="soft small">
                {formatMoment(at)}
                {count > 1 && `, ${countOf(count, 'time', 'times')} within a minute`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </TitledCard>
  )
}

export function FailedLogouts({ application: { logouts, logoutUri } }: Props) {
  return (
    <TitledCard id="failed-logouts" heading="Failed logouts">
      {logouts.length === 0 ? (
        <p className="soft">
          {logoutUri ? 'The application has accepted every logout.' : 'The application has no logout address.'}
        </p>
      ) : (
        <>
          <p className="break">{logoutUri || 'The application no longer has a logout address.'}</p>
          <ul className="stacked-rows">
            {logouts.map(({ queuedOn, error, attempts, nextAttempt }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people can sign out in the same moment
              <li key={index}>
                <p>{describeError(error)}</p>
                <p className="soft small">
                  {formatMoment(queuedOn)}, tried {countOf(attempts, 'time', 'times')},{' '}
                  {nextAttempt ? `next try ${formatMoment(nextAttempt)}` : 'not sent again'}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </TitledCard>
  )
}

/** Codes of Node.js and of the portal, in words. */
const ERRORS: Record<string, string> = {
  ECONNREFUSED: 'The address refused the connection (ECONNREFUSED).',
  ENOTFOUND: 'The name of the address is unknown (ENOTFOUND).',
  ABORT_ERR: 'The application did not reply within five seconds.',
  TimeoutError: 'The application did not reply within five seconds.',
  LOOPBACK: 'The address leads to the portal’s own machine, which is not allowed.',
}

const describeError = (error: string): string =>
  ERRORS[error] ??
  (/^HTTP \d/.test(error) ? `The application replied with ${error}.` : `The logout could not be sent (${error}).`)
