import type { Brand } from '../brand.ts'

/** Texts of an ID card, the same on the screen and in the PDF. */

const RELATIONSHIPS: Record<string, string> = {
  SELF: 'Subscriber',
  SPOUSE: 'Spouse',
  CHILD: 'Child',
  DOMESTIC_PARTNER: 'Domestic partner',
}

export function relationshipLabel(relationship: string): string {
  const plain = relationship.replaceAll('_', ' ').toLowerCase()
  return RELATIONSHIPS[relationship] ?? `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`
}

/** Short date: '2024-01-01' becomes 01/01/2024. */
export function cardDay(day: string): string {
  const [year, month, date] = day.split('-')
  return `${month}/${date}/${year}`
}

export const CARD_BACK = {
  heading: 'Carry this card with you',
  show: 'Show it whenever you get care or fill a prescription.',
  emergency: 'In an emergency call 911 or go to the nearest emergency room.',
  note: 'This card identifies you but does not prove coverage. Providers: Please check eligibility before each visit.',
} as const

export function cardPhones(brand: Brand): { label: string; phone: string; hours: string }[] {
  return [
    { label: 'Members', phone: brand.memberServicesPhone, hours: brand.memberServicesHours },
    { label: 'Providers', phone: brand.providerServicesPhone, hours: brand.providerServicesHours },
  ]
}

/** Older member IDs can contain spaces and other characters. */
export function cardFileName(memberId: string): string {
  return `id-card-${memberId.replace(/[^A-Za-z0-9]+/g, '-')}.pdf`
}
