import { planDayOf } from '@portico/core/forms/calendar-day'
import type { Practice, ProviderPage, ProviderPlace } from '@portico/core/members/shapes'
import { nameLanguage } from '@portico/core/provider-directory/values'
import type { PracticeRow } from '../../store/finder/visible-practices.ts'
import { namesOf } from './specialties.ts'

const distinct = (values: readonly (string | null | undefined)[]): string[] => [
  ...new Set(values.flatMap((value) => (value ? [value] : []))),
]

/** What several rows of a provider at one location say together: the most that one of them offers. */
export function describePractice(rows: readonly PracticeRow[], overdueBefore: Date): Practice {
  const accepting = rows.map((row) => row.accepting)
  const telehealth = rows.map((row) => row.telehealth)
  const verified = rows.map((row) => row.verifiedAt)
  return {
    groups: distinct(rows.map((row) => row.groupName)),
    specialties: distinct(rows.flatMap((row) => namesOf(row.specialty))),
    accepting: accepting.find((value) => value === 'Y') ?? accepting.find((value) => value !== null) ?? '',
    telehealth: telehealth.includes(true) ? 'Y' : telehealth.includes(false) ? 'N' : '',
    languages: distinct(rows.flatMap((row) => row.languages.map(nameLanguage))).sort(),
    verifiedOn: firstDay(verified),
    isOverdue: rows.some((row) => (row.verifiedAt ?? row.loadedAt) < overdueBefore),
  }
}

/** The day of the first verification, because the others are newer. Empty if a row was never verified. */
function firstDay(verified: readonly (Date | null)[]): string {
  const times = verified.filter((at) => at !== null).map((at) => at.getTime())
  return times.length < verified.length || times.length === 0 ? '' : planDayOf(new Date(Math.min(...times)))
}

export const describePlace = (row: PracticeRow): ProviderPlace => ({
  name: row.locationName ?? '',
  address1: row.address1 ?? '',
  address2: row.address2 ?? '',
  city: row.city ?? '',
  state: row.state ?? '',
  zip: row.zip ?? '',
  phone: row.phone ?? '',
})

/** Locations with their practices. Rows that differ only in the network are one practice. */
export function describePlaces(rows: readonly PracticeRow[], overdueBefore: Date): ProviderPage['places'] {
  return [...Map.groupBy(rows, (row) => row.locationId).values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const { fax, hours, accessibility } = first
    const each = own.map((row) => ({ row, practice: describePractice([row], overdueBefore) }))
    const same = Map.groupBy(each, ({ practice }) => JSON.stringify(practice))
    const practices = [...same.values()].flatMap((equal) => {
      const plans = distinct(equal.flatMap(({ row }) => row.plans)).sort()
      return equal.slice(0, 1).map(({ practice }) => ({ ...practice, plans }))
    })
    return [
      { ...describePlace(first), fax: fax ?? '', hours: hours ?? '', accessibility: accessibility ?? '', practices },
    ]
  })
}
