import type { ReceiptRow } from '@portico/core/provider-directory/verify-shapes'
import { presentValue } from '../changes/present-value.ts'
import type { SeenRow, TakenItem } from './check-items.ts'

/** What a row says at the moment of its verification: the accepted values, and the office's changes beside them. */
export function describeRow({ practice, location }: SeenRow, item: TakenItem, providerName: string): ReceiptRow {
  return {
    npi: practice.npi,
    providerName,
    locationId: location.location_id,
    name: location.name ?? '',
    address: {
      line1: location.address_1 ?? '',
      line2: location.address_2 ?? '',
      city: location.city ?? '',
      state: location.state ?? '',
      zip: location.zip ?? '',
    },
    phone: location.phone ?? '',
    fax: location.fax ?? '',
    hours: location.hours ?? '',
    accessibility: location.accessibility ?? '',
    leaving: practice.ends_on ?? '',
    specialty: practice.specialty?.split(/\s*;\s*/) ?? [],
    acceptingNewPatients: practice.accepting_new_patients,
    telehealth: practice.telehealth,
    languages: practice.languages,
    changes: item.changes.map(({ field, value }) => ({
      field,
      before: presentValue(field, { practice, location }),
      after: value,
    })),
  }
}
