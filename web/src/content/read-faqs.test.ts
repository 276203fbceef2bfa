import type { FaqEntity } from '@portico/core/content/shapes'
import { expect, test } from 'vitest'
import { type Gateway, gatewayFailure, type QueryParameters } from '#shell/gateway/gateway.ts'
import { readFaqs } from './read-faqs.ts'

const faq = (id: string, more?: true): FaqEntity => ({
  id,
  categoryId: 'access',
  question: id,
  answer: '',
  ...(more ? { more } : {}),
})

/** Replies with the questions stored for each `from`. */
function gatewayWith(replies: Record<string, FaqEntity[]>) {
  const queries: QueryParameters[] = []
  const lookUp = async (_call: unknown, query: QueryParameters) => {
    queries.push(query)
    const entity = replies[String(query.from ?? 0)]
    return entity ? { ok: true as const, status: 200, entity } : gatewayFailure(515, 'away')
  }
  return { queries, gateway: { lookUp: lookUp as Gateway['lookUp'] } }
}

test('readFaqs makes one call if one reply holds everything', async () => {
  const { queries, gateway } = gatewayWith({ 0: [faq('a'), faq('b')] })
  expect(await readFaqs(gateway)).toMatchObject({ ok: true, entity: [{ id: 'a' }, { id: 'b' }] })
  expect(queries).toEqual([{ categoryId: 'all', from: undefined }])
})

test('readFaqs reads the rest of a truncated reply', async () => {
  const { gateway } = gatewayWith({ 0: [faq('a'), faq('b', true)], 2: [faq('c', true)], 3: [faq('d')] })
  const reply = await readFaqs(gateway)
  expect(reply.ok && reply.entity.map((one) => one.id)).toEqual(['a', 'b', 'c', 'd'])
})

test('readFaqs returns the failure if the rest cannot be read', async () => {
  const { gateway } = gatewayWith({ 0: [faq('a', true)] })
  expect(await readFaqs(gateway)).toMatchObject({ ok: false, status: 515 })
})
