import { LOOKUP_CALLS } from '@portico/core/constants'
import type { FaqEntity } from '@portico/core/content/api'
import { useState } from 'react'
import { TextField } from '../kit/text-field.tsx'
import { brand } from '../shell/brand.ts'
import { Loading } from '../shell/loading.tsx'
import { useCall } from '../shell/use-call.ts'
import { WrittenHtml } from '../shell/written-html.tsx'
import { FAQ_CATEGORY_LABELS } from './categories.ts'
import { Reading } from './reading.tsx'

/** What plan staff answered, by category, with a search over questions and answers. */
export function Faq() {
  const loaded = useCall<FaqEntity[]>(LOOKUP_CALLS.getFAQs, { query: { categoryId: 'all' }, cached: true })
  const [search, setSearch] = useState('')
  return (
    <Reading heading="Frequently asked questions">
      <search>
        <TextField
          label="Search the questions"
          name="search"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </search>
      <Loading of={loaded} label="Loading the questions" lines={8}>
        {(faqs) => <Answers faqs={faqs.filter((faq) => matches(faq, search))} searched={search.trim() !== ''} />}
      </Loading>
      <h2>Still looking?</h2>
      <p>
        Our <a href={brand.contactUsLink}>Provider Services team</a> is glad to help: {brand.providerServicesPhone},{' '}
        {brand.providerServicesHours}.
      </p>
    </Reading>
  )
}

function Answers({ faqs, searched }: { faqs: FaqEntity[]; searched: boolean }) {
  const categories = [...new Set(faqs.map((faq) => faq.categoryId))]
  return (
    <>
      <p className="soft small" role="status">
        {searched && (faqs.length === 1 ? '1 question fits.' : `${faqs.length} questions fit.`)}
      </p>
      {categories.map((category) => (
        <section key={category} aria-label={FAQ_CATEGORY_LABELS[category] ?? category}>
          <h2>{FAQ_CATEGORY_LABELS[category] ?? category}</h2>
          {faqs
            .filter((faq) => faq.categoryId === category)
            .map((faq) => (
              <details className="answer" key={faq.id}>
                <summary>{faq.question}</summary>
                <WrittenHtml html={faq.answer} />
              </details>
            ))}
        </section>
      ))}
    </>
  )
}

/** Every word somewhere in the question or the answer. */
function matches(faq: FaqEntity, search: string): boolean {
  const text = `${faq.question} ${faq.answer.replace(/<[^>]*>/g, ' ')}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
