import { DAY_MS } from '@portico/core/forms/calendar-day'
import type { ScoCase, ScoInvoice } from '@portico/core/plan-data/shapes'
import type { DemoProvider } from './demo-people.ts'
import type { DemoMember } from './members.ts'
import type { SeededRandom } from './random.ts'
import { firstNames, lastNames } from './word-lists.ts'

/** Senior Care Options: cases of members in that plan, and the providers' monthly invoices for them. */
type DemoScoCase = Omit<ScoCase, 'providerName'>
type DemoScoInvoice = Omit<ScoInvoice, 'providerName'>

export function generateScoCases(
  random: SeededRandom,
  providers: readonly DemoProvider[],
  members: readonly DemoMember[],
  now: Date,
): DemoScoCase[] {
  const seniors = members.filter((member) => member.planName.includes('Senior'))
  const careManagers = Array.from({ length: 12 }, () => `${random.pick(firstNames)} ${random.pick(lastNames)}`)
  const carers = chooseCarers(random, providers)
  return seniors.map((member, index) => {
    const opened = now.getTime() - random.between(10, 500) * DAY_MS
    const status = random.pick(['OPEN', 'OPEN', 'IN REVIEW', 'CLOSED'])
    return {
      caseId: `SC${String(10_001 + index)}`,
      npi: random.pick(carers),
      memberId: member.memberId,
      opened: toDay(opened),
      status,
      nextReview: status === 'CLOSED' ? '' : toDay(now.getTime() + random.between(3, 120) * DAY_MS),
      careManager: random.pick(careManagers),
    }
  })
}

export function generateScoInvoices(
  random: SeededRandom,
  providers: readonly DemoProvider[],
  now: Date,
): DemoScoInvoice[] {
  const invoices: DemoScoInvoice[] = []
  for (const npi of chooseCarers(random, providers)) {
    for (let monthsAgo = 1; monthsAgo <= 6; monthsAgo++) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1))
      invoices.push({
        invoiceNumber: `SI${String(20_001 + invoices.length)}`,
        npi,
        period: toDay(month.getTime()).slice(0, 7),
        amount: (random.between(20_000, 900_000) / 100).toFixed(2),
        status: monthsAgo > 2 ? 'PAID' : random.pick(['SUBMITTED', 'APPROVED', 'PAID']),
        dueDate: toDay(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 2, 0)),
      })
    }
  }
  return invoices
}

/** The demo accounts' group, the fixed solo provider with an SAA, and some others. */
function chooseCarers(random: SeededRandom, providers: readonly DemoProvider[]): string[] {
  const inDemoGroup = providers.filter((provider) => provider.network?.groupIds.includes('PG1002'))
  const others = Array.from({ length: 80 }, () => random.pick(providers)).filter((provider) => provider.network)
  return [...new Set([...inDemoGroup, ...others].map((provider) => provider.npi)), '1400000018']
    .filter((npi, index, all) => all.indexOf(npi) === index)
    .sort()
}

function toDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10)
}
