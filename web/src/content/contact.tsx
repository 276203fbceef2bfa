import { PROVIDER_PATHS } from '@portico/core/constants'
import { SummaryList } from '../kit/summary-list.tsx'
import { brand } from '../shell/brand.ts'
import { PageDescription } from './page-description.tsx'
import { ReadingPage } from './reading.tsx'

export function Contact() {
  const phone = brand.providerServicesPhone
  return (
    <ReadingPage>
      <PageDescription
        categoryId="contact"
        otherwise={
          <p>
            Provider Services helps with registration, access to the portal, claims and eligibility. Please have the
            National Provider Identifier (NPI) at hand when you call.
          </p>
        }
      />
      <SummaryList
        across
        items={[
          { term: 'Telephone', value: <a href={`tel:${phone.replaceAll('-', '')}`}>{phone}</a> },
          { term: 'Hours', value: brand.providerServicesHours },
          { term: 'TTY', value: <a href="tel:711">711</a> },
        ]}
      />
      <h2>Before you call</h2>
      <ul>
        <li>
          Many questions are answered in our <a href={PROVIDER_PATHS.faq}>frequently asked questions</a>.
        </li>
        <li>
          Forgotten your password or user name? The <a href={PROVIDER_PATHS.login}>sign-in page</a> helps at once.
        </li>
        <li>Never send a Social Security number, a password or a patient’s details by email.</li>
      </ul>
      <h2>Members</h2>
      <p>Please call the number on the back of your {brand.name} ID card.</p>
    </ReadingPage>
  )
}
