import { expect, test } from 'vitest'
import { withShownNames } from './shown-names.ts'

test('formats only the listed fields of rows, single or in lists (behaviour 12.11)', () => {
  const rows = [
    { npi: '1', name: 'SEAN MCGEE', groups: ['HARBOR CARE, LLC', 'Bay Care'], organization: null, city: 'NATICK' },
  ]
  expect(withShownNames(rows, 'name', 'groups', 'organization')).toEqual([
    { npi: '1', name: 'Sean McGee', groups: ['Harbor Care, LLC', 'Bay Care'], organization: null, city: 'NATICK' },
  ])
})
