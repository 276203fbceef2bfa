import { MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { SummaryList } from '#kit/summary-list.tsx'
import { brand } from '#shell/brands/brand.ts'
import { memberServicesTel } from '#shell/brands/member-services.tsx'
import { PageDescription } from './page-description.tsx'
import { ReadingPage } from './reading.tsx'

export function Contact() {
  const phone = brand.providerServicesPhone
  return (
    <ReadingPage>
      <PageDescription
        categoryId="contact"
        fallback={
          <p>
            Provider Services helps with registration, access to the portal, claims and eligibility. Please have your
            National Provider Identifier (NPI) ready when you call.
          </p>
        }
      />
      <Lines tel={`tel:${phone.replaceAll('-', '')}`} phone={phone} hours={brand.providerServicesHours} />
      <h2>Members</h2>
      <p>
        Member Services helps with your coverage, your claims and your ID card. Please have your member ID ready when
        you call.
      </p>
      <Lines tel={memberServicesTel} phone={brand.memberServicesPhone} hours={brand.memberServicesHours} />
      <h2>Before you call</h2>
      <ul>
        <li>
          Many questions are answered in our <a href={PROVIDER_PATHS.faq}>frequently asked questions</a>.
        </li>
        <li>
          Forgot your password or user name? Go to the sign-in page <a href={PROVIDER_PATHS.login}>for providers</a> or{' '}
          <a href={MEMBER_PATHS.login}>for members</a>.
        </li>
        <li>Never send a Social Security number, a password or a patient’s details by email.</li>
      </ul>
    </ReadingPage>
  )
}

/** Phone number, hours and TTY. */
function Lines({ tel, phone, hours }: { tel: string; phone: string; hours: string }) {
  return (
    <SummaryList
      across
      items={[
        { term: 'Telephone', value: <a href={tel}>{phone}</a> },
        { term: 'Hours', value: hours },
        { term: 'TTY', value: <a href="tel:711">711</a> },
      ]}
    />
  )
}
