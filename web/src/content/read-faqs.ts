import { LOOKUP_CALLS } from '@portico/core/constants'
import type { FaqEntity } from '@portico/core/content/shapes'
import type { Gateway, Reply } from '../shell/gateway.ts'

/** Every question: where one reply cannot carry them all, the rest is asked for too. */
export async function readFaqs(gateway: Pick<Gateway, 'lookUp'>): Promise<Reply<FaqEntity[]>> {
  const faqs: FaqEntity[] = []
  for (;;) {
    const from = faqs.length || undefined
    const reply = await gateway.lookUp<FaqEntity[]>(LOOKUP_CALLS.getFAQs, { categoryId: 'all', from })
    if (!reply.ok) return reply
    faqs.push(...reply.entity)
    if (!reply.entity.at(-1)?.more) return { ...reply, entity: faqs }
  }
}
