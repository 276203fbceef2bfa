import { MEMBER_PATHS } from '@portico/core/constants'
import type { Transaction } from 'kysely'
import { brands } from '#platform/brands/brands.ts'
import type { Database } from '#platform/database/schema.ts'
import { readTable } from '../generate/demo-people.ts'

/** Category, question, answer; in order within each category. */
const QUESTIONS = readTable(`
registration|What do I need to register?|<p>The National Provider Identifier (NPI) of the provider, group or facility you work for, and one of these:</p><ul><li>the last four digits of the provider’s Social Security number</li><li>the practice’s tax ID</li><li>two recent claims with their billed amounts</li></ul><p>You also need an email address you can open.</p>
registration|Can I register on behalf of a provider?|<p>Yes. Choose <strong>On behalf of the Provider</strong>. The provider receives an email, confirms their identity, and accepts or rejects your request. You have no access until then.</p>
registration|How long does it take?|<p>A provider who registers in person and passes the identity questions has access right away. Group and organization registrations are complete when we have validated the signed form. The first page of the registration says how long our review takes.</p>
signing-in|I forgot my password. What now?|<p>Choose <strong>Forgot password</strong> on the sign-in page. We email you a link that expires in 30 minutes. Answer two of your three security questions and choose a new password.</p>
signing-in|Why was I signed out?|<p>After 27 minutes without activity, we ask whether you are still there. Three minutes later your session ends. This protects patient data on an unattended screen.</p>
access|Which role should I request?|<p>The first person of a practice registers as <strong>Senior Access Administrator (SAA)</strong>, who is responsible for everyone’s access. <strong>Access Administrators (AA)</strong> manage users. <strong>Access Users (AU)</strong> use the portal and cannot change anyone’s access.</p>
access|I already have an account. How do I add a provider or a group?|<p>Sign in and choose <strong>Request additional access</strong>. You do not need a second account.</p>
access|Our administrator has left. What now?|<p>Register as Senior Access Administrator. When your registration is complete, you become the SAA. The former SAA becomes an Access Administrator, whom you can then remove.</p>
portal|Can I print proof that a member is covered?|<p>Yes. Look the member up under <strong>Member eligibility</strong> and choose <strong>Print</strong>. The page shows the date and time of your lookup.</p>
members|I am a member, not a provider. Where do I sign in?|<p>In the <a href="${MEMBER_PATHS.login}">member area</a>. If you are new there, register with the member ID on your card.</p>`)

const short = { body: '', display_body: false, audience: 'PUBLIC' } as const
const BANNERS = [
  {
    category_id: 'home',
    summary: 'Claim status now shows paid amounts.',
    body: '<p>Open <strong>Claim status</strong> to see what was billed and what was paid, by date or by member. You can save the list as a file for your spreadsheet.</p>',
    display_body: false,
    audience: 'PROVIDER',
  },
  { ...short, category_id: 'login', summary: 'Provider Services is closed on Thanksgiving Day.' },
  { ...short, category_id: 'member-login', summary: 'Member Services is closed on Thanksgiving Day.' },
  {
    category_id: 'member-home',
    summary: 'Your ID card is here, whenever you need it.',
    body: '<p>Show it on your phone or print it. It is the same card that we mailed to you.</p>',
    display_body: true,
    audience: 'MEMBER',
  },
] as const

const CONTACT_TEXTS: { body: string; brand: string | null }[] = [
  {
    body: '<p>Provider Services helps with registration, access to the portal, claims and eligibility. We answer most questions while you are on the phone. Please have your National Provider Identifier (NPI) ready.</p>',
    brand: null,
  },
  ...brands.flatMap(({ id, demo }) => (demo.contactText ? [{ body: demo.contactText, brand: id }] : [])),
]

/** News and FAQs that a plan would have on its first day. */
export async function seedContent(trx: Transaction<Database>, now: Date): Promise<void> {
  const faqs = QUESTIONS.map(([category_id = '', question = '', answer = ''], index) => {
    const position = QUESTIONS.slice(0, index + 1).filter(([category]) => category === category_id).length
    return { category_id, question, answer, position, updated_at: now }
  })
  const banners = BANNERS.map((banner) => ({ ...banner, starts_at: now, updated_at: now }))
  const descriptions = CONTACT_TEXTS.map((text) => ({ ...text, category_id: 'contact', updated_at: now }))
  await trx.insertInto('faq').values(faqs).execute()
  await trx.insertInto('banner').values(banners).execute()
  await trx.insertInto('description').values(descriptions).execute()
}
