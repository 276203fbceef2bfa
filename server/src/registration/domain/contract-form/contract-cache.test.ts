import harborview from '@portico/core/brands/harborview'
import { expect, test } from 'vitest'
import { createContractCache } from './contract-cache.ts'
import type { ContractFacts } from './contract-facts.ts'

const facts: ContractFacts = {
  brand: harborview,
  npi: '1100000011',
  providerName: 'Ana Silva',
  level: 'NPI',
  groups: [],
  registrant: { name: 'Ana Silva', email: 'ana@office.example', phone: '6175550142' },
  reference: 'HV-2026-000001',
  date: new Date('2026-03-02T15:00:00Z'),
}

test('draws a contract once while its facts are the same, for any number of requests and clients', async () => {
  let drawings = 0
  const find = createContractCache(async ({ providerName }) => {
    drawings += 1
    return Buffer.from(providerName)
  })
  const found = await Promise.all(['a', 'a', 'b'].map((asker) => find({ ...facts }, asker)))
  expect(new Set(found).size).toBe(1)
  expect(drawings).toBe(1)
  expect(await find({ ...facts, providerName: 'Ana Souza' }, 'a')).not.toBe(found[0])
  expect(drawings).toBe(2)
})

test('evicts the least recently used contract', async () => {
  const drawn: string[] = []
  const find = createContractCache(async ({ reference }) => {
    drawn.push(reference)
    return Buffer.from(reference)
  })
  for (let index = 0; index < 100; index += 1) await find({ ...facts, reference: `${index}` }, 'a')
  await find({ ...facts, reference: '0' }, 'a')
  await find({ ...facts, reference: '100' }, 'a')
  expect(drawn).toHaveLength(101)
  await find({ ...facts, reference: '0' }, 'a')
  await find({ ...facts, reference: '1' }, 'a')
  expect(drawn.slice(101)).toEqual(['1'])
})

test('a client with many requests waits behind its own, and a failure is not cached', async () => {
  const drawn: string[] = []
  let fails = true
  const find = createContractCache(async ({ reference }) => {
    drawn.push(reference)
    if (reference === 'x' && fails) throw new Error('no paper')
    return Buffer.from(reference)
  })
  const many = ['a1', 'a2', 'a3'].map((reference) => find({ ...facts, reference }, 'a'))
  const other = find({ ...facts, reference: 'b1' }, 'b')
  await Promise.all([...many, other])
  expect(drawn).toEqual(['a1', 'a2', 'b1', 'a3'])
  await expect(find({ ...facts, reference: 'x' }, 'a')).rejects.toThrow('no paper')
  fails = false
  expect(await find({ ...facts, reference: 'x' }, 'a')).toBe(Buffer.from('x').toString('base64'))
})
