import type { Benefits } from '@portico/core/plan-data/shapes'
import { formatAmount } from '#kit/format-amount.ts'
import type { SummaryItem } from '#kit/summary-list.tsx'

/** Copay, deductible and primary care provider, if the plan's file has them. */
export function benefitItems(benefits: Benefits): SummaryItem[] {
  const { pcpNpi, pcpName, copayOffice, deductible } = benefits
  return [
    ...(copayOffice ? [{ term: 'Office visit copay', value: formatAmount(copayOffice) }] : []),
    ...(deductible ? [{ term: 'Deductible', value: <Deductible {...benefits} /> }] : []),
    ...(pcpNpi ? [{ term: 'Primary care provider', value: pcpName || `NPI ${pcpNpi}` }] : []),
  ]
}

function Deductible({ deductible, deductibleMet }: Benefits) {
  if (deductibleMet === '') return formatAmount(deductible)
  return (
    <>
      {formatAmount(deductibleMet)} of {formatAmount(deductible)} met
      {Number(deductible) > 0 && (
        <svg className="met" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
          <rect className="whole" width="100" height="8" />
          <rect className="part" width={metPercent(deductibleMet, deductible)} height="8" />
        </svg>
      )}
    </>
  )
}

const metPercent = (met: string, whole: string): number =>
  Math.min(100, Math.max(0, (Number(met) / Number(whole)) * 100))
