import { getFAQs } from '@portico/core/content/calls'
import type { FaqEntity } from '@portico/core/content/shapes'
import type { Gateway, Reply } from '#shell/gateway/gateway.ts'

/** Reads all questions, with further calls if a reply is truncated. */
export async function readFaqs(gateway: Pick<Gateway, 'lookUp'>): Promise<Reply<FaqEntity[]>> {
  const faqs: FaqEntity[] = []
  for (;;) {
    const from = faqs.length === 0 ? undefined : String(faqs.length)
    const reply = await gateway.lookUp(getFAQs, { categoryId: 'all', from })
    if (!reply.ok) return reply
    faqs.push(...reply.entity)
    if (!reply.entity.at(-1)?.more) return { ...reply, entity: faqs }
  }
}
