import { expect, test } from 'vitest'
import { findProblems, readNumbers } from './citations.mjs'

const document = `# Behaviour

## 4. The flow

### 4.1 First screen

**4.2** A rule, see 4.1.

**4.10 NPI.** Another.
`
const { numbers } = readNumbers(document)

test('reads the numbers of headings and rules', () => {
  expect([...numbers]).toEqual(['4', '4.1', '4.2', '4.10'])
})

test('reports a number that is defined twice', () => {
  expect(readNumbers(`${document}\n**4.2** Again.`).repeated).toEqual(['4.2'])
})

test('accepts citations of existing rules', () => {
  const text = '/** As it must be (behaviour 4.2). */\n// behaviour 4, 4.1 and 4.10\n// its behaviour is odd'
  expect(findProblems('a.ts', text, numbers)).toEqual([])
})

test('rejects a citation of a missing rule and names its line', () => {
  expect(findProblems('a.ts', 'code()\n// (behaviour 4.3)', numbers)).toEqual(['a.ts:2: behaviour 4.3 does not exist'])
  expect(findProblems('a.ts', '// (behaviour 4.1, 5.2)', numbers)).toEqual(['a.ts:1: behaviour 5.2 does not exist'])
})

test('rejects an unknown rule number inside the document', () => {
  expect(findProblems('b.md', 'See 4.2 and $125.00.', numbers, true)).toEqual([])
  expect(findProblems('b.md', 'See 4.7.', numbers, true)).toEqual(['b.md:1: behaviour 4.7 does not exist'])
})

test('rejects a citation of a document outside the repository', () => {
  for (const name of ['spec', 'Readings']) {
    expect(findProblems('a.ts', `// (${name} section 4)`, numbers)).toEqual([
      'a.ts:1: cites a document that is not in the repository',
    ])
  }
})
