import { expect, test } from 'vitest'
import { withShownNames, withShownNamesIn } from './shown-names.ts'

test('the named fields of rows, single or lists, and nothing else (behaviour 12.11)', () => {
  const rows = [
    { npi: '1', name: 'SEAN MCGEE', groups: ['HARBOR CARE, LLC', 'Bay Care'], organization: null, city: 'NATICK' },
  ]
  expect(withShownNames(rows, 'name', 'groups', 'organization')).toEqual([
    { npi: '1', name: 'Sean McGee', groups: ['Harbor Care, LLC', 'Bay Care'], organization: null, city: 'NATICK' },
  ])
})

test('names inside JSON text, whatever characters they hold', () => {
  const facts = {
    name: {
      id: 'name',
      name: '"HARBOR" \\ CARE',
      shortName: 'HBC',
      npiList: [{ id: '1', name: 'SEAN O\'HARA "name":"X' }],
    },
    G2: { id: 'G2', name: 'Bay CARE', shortName: '', npiList: [{ id: '2', name: 'JOSÉ MUÑOZ' }] },
  }
  expect(JSON.parse(withShownNamesIn(JSON.stringify(facts)))).toEqual({
    name: {
      id: 'name',
      name: '"Harbor" \\ Care',
      shortName: 'HBC',
      npiList: [{ id: '1', name: 'SEAN O\'HARA "name":"X' }],
    },
    G2: { id: 'G2', name: 'Bay CARE', shortName: '', npiList: [{ id: '2', name: 'José Muñoz' }] },
  })
})

test('more names than are kept, and again', () => {
  const names = Array.from({ length: 60_000 }, (_, index) => ({ name: `PAT ${index} O'HARA` }))
  const shown = names.map((_, index) => ({ name: `Pat ${index} O'Hara` }))
  for (let times = 0; times < 2; times += 1) expect(JSON.parse(withShownNamesIn(JSON.stringify(names)))).toEqual(shown)
})
