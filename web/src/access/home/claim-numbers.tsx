import { PROVIDER_PATHS } from '@portico/core/constants'
import { formatPeriod } from '@portico/core/forms/moments'
import type { ClaimPicture } from '@portico/core/plan-data/shapes'
import { TitledCard } from '#kit/card.tsx'
import { countOf } from '#kit/count-of.ts'
import { BarPlot, PartsPlot } from '#kit/small-plot.tsx'

const words = (status: string) => `${status.slice(0, 1)}${status.slice(1).toLowerCase()}`

/** Charts of a year of claims. Hidden without claims or without the permission. */
export function ClaimNumbers({ claims: { months, statuses } }: { claims: ClaimPicture }) {
  if (months.length === 0) return null
  const total = months.reduce((sum, month) => sum + month.claims, 0)
  const most = Math.max(...months.map((month) => month.claims))
  const [busiest, ...others] = months.filter((month) => month.claims === most)
  return (
    <TitledCard id="numbers" heading="Your claims in numbers">
      <div className="plots">
        <BarPlot
          heading="By month of service"
          summary={`${countOf(total, 'claim', 'claims')} in twelve months${busiest && others.length === 0 ? `, most in ${formatPeriod(busiest.month)}` : ''}.`}
          rowHeader="Month"
          rows={months.map(({ month, claims }) => {
            const label = formatPeriod(month)
            return { label, short: label.slice(0, 1), value: claims }
          })}
        />
        <PartsPlot
          heading="By status"
          summary="Current status of the claims in these months."
          rowHeader="Status"
          rows={statuses.map(({ status, claims }) => ({ label: words(status), value: claims }))}
        />
      </div>
      <p>
        <a href={PROVIDER_PATHS.claims}>View claims</a>
      </p>
    </TitledCard>
  )
}
