import { getFAQs } from '@portico/core/content/calls'
import { FAQ_CATEGORIES } from '@portico/core/content/places'
import type { FaqEntity } from '@portico/core/content/shapes'
import { SearchField } from '#kit/search-field.tsx'
import { brand } from '#shell/brands/brand.ts'
import { memberServicesTel } from '#shell/brands/member-services.tsx'
import { useGateway } from '#shell/gateway/gateway-context.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useRead } from '#shell/gateway/use-call.ts'
import { FaqAnswer } from '#shell/layout/content-html.tsx'
import { useListAddress } from '#shell/lists/list-address.ts'
import { anyText } from '#shell/lists/list-declaration.ts'
import { PageDescription } from './page-description.tsx'
import { readFaqs } from './read-faqs.ts'
import { ReadingPage } from './reading.tsx'

const LIST = { fields: { search: anyText } } as const

/** Questions and answers by category, with a search. */
export function Faq() {
  const gateway = useGateway()
  const loaded = useRead([getFAQs.path, { categoryId: 'all' }], () => readFaqs(gateway), { lookUp: true })
  const address = useListAddress(LIST)
  return (
    <ReadingPage>
      <PageDescription categoryId="faq" />
      <search>
        <SearchField label="Search the questions" {...address.searchProps('search')} />
      </search>
      <Loading of={loaded} label="Loading the questions" lines={8}>
        {(faqs) => <Answers all={faqs} search={address.filter.search.trim()} />}
      </Loading>
      <h2>Still looking?</h2>
      <p>
        Our <a href={brand.contactUsLink}>Provider Services team</a> can help:{' '}
        <span className="nowrap">{brand.providerServicesPhone}</span>,{' '}
        <span className="nowrap">{brand.providerServicesHours}</span>.
      </p>
      <p>
        Members call Member Services:{' '}
        <a className="nowrap" href={memberServicesTel}>
          {brand.memberServicesPhone}
        </a>
        , <span className="nowrap">{brand.memberServicesHours}</span>.
      </p>
    </ReadingPage>
  )
}

function Answers({ all, search }: { all: FaqEntity[]; search: string }) {
  const faqs = all.filter((faq) => matches(faq, search))
  return (
    <>
      <p className={search ? undefined : 'visually-hidden'} role="status">
        {search && found(faqs.length)}
      </p>
      {all.length === 0 && <p>There are no questions here yet.</p>}
      {categoriesOf(faqs).map(([category, name]) => (
        <section key={category} aria-labelledby={`category-${category}`}>
          <h2 id={`category-${category}`}>{name}</h2>
          {faqs
            .filter((faq) => faq.categoryId === category)
            .map((faq) => (
              <FaqAnswer key={faq.id} question={faq.question} answer={faq.answer} />
            ))}
        </section>
      ))}
    </>
  )
}

function found(count: number): string {
  if (count === 0) return 'No questions match. Try fewer or different words.'
  return count === 1 ? '1 question matches.' : `${count} questions match.`
}

/** In the page's order. An unknown category comes last, under its id. */
function categoriesOf(faqs: FaqEntity[]): [string, string][] {
  const used = new Set(faqs.map((faq) => faq.categoryId))
  const known = Object.entries(FAQ_CATEGORIES).filter(([id]) => used.has(id))
  const others = [...used].filter((id) => !(id in FAQ_CATEGORIES))
  return [...known, ...others.map((id): [string, string] => [id, id])]
}

/** Every word must occur in the question or the answer. */
function matches(faq: FaqEntity, search: string): boolean {
  const text = `${faq.question} ${faq.answer.replace(/<[^>]*>/g, ' ')}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
