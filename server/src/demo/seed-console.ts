import { BRANDS } from '@portico/core/brand'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import { fillContract } from '../registration/domain/contract/contract-pdf.ts'
import { type DemoRequest, demoAccounts } from './demo-access.ts'
import { demoGroups, demoProviders } from './demo-people.ts'

type Trx = Transaction<Database>

/** A contract form that was uploaded and waits for plan staff. */
export async function insertDemoContract(trx: Trx, request: DemoRequest, requestId: string, at: Date): Promise<void> {
  const person = demoAccounts.find((account) => account.username === request.username)
  const provider = demoProviders.find((known) => known.npi === request.npi)
  const content = await fillContract({
    brand: BRANDS.harborview,
    npi: request.npi,
    providerName: `${provider?.firstName} ${provider?.lastName}`,
    level: request.regType,
    groups: demoGroups.filter((group) => group.groupId === request.scope.id).map((group) => group.name),
    registrant: {
      name: `${person?.firstName} ${person?.lastName}`,
      email: `${request.username}@office.example`,
      phone: '6175550142',
    },
    reference: request.reference,
    date: at,
  })
  await trx
    .insertInto('signed_contract')
    .values({
      request_id: requestId,
      came_by: 'UPLOAD',
      file_name: 'signed-contract.pdf',
      content,
      page_count: 2,
      received_at: at,
      state: 'RECEIVED',
    })
    .execute()
}

/** Registrations of the last weeks, so that the staff's picture of them is not empty: fewer at the weekend. */
export async function seedFunnel(trx: Trx, now: Date): Promise<void> {
  await sql`
    insert into registration_tally (day, opened, proved)
    select day, opened, opened - opened / 3 from (
      select day::date, case when extract(isodow from day) > 5 then 1 else 2 + (extract(doy from day)::int * 7) % 4 end
        as opened
      from generate_series(${now}::timestamptz - interval '90 days', ${now}::timestamptz - interval '2 days',
        interval '1 day') day) days
    on conflict (day) do nothing`.execute(trx)
}
