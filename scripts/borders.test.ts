import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrokenBorders, findEmptyNames, findMutualFolders } from './borders.mjs'

/** One seeded file: its path and its import. The folder decides which border applies. */
type Seed = [file: string, source: string]

const forbidden: Seed[] = [
  ['core/src/envelope.ts', 'node:fs'],
  ['core/src/registration/rules.ts', 'react'],
  ['core/src/registration/flow.ts', '../../../server/src/app.ts'],
  ['server/src/app.ts', 'react'],
  ['server/src/main.ts', '../../web/src/shell/gateway.ts'],
  ['server/src/platform/session.ts', '../registration/routes.ts'],
  ['server/src/platform/mail.ts', '../app.ts'],
  ['server/src/platform/embedded-postgres/account.ts', '../../access/domain/sign-on.ts'],
  ['server/src/registration/routes.ts', '../access/domain/sign-on.ts'],
  ['server/src/access/routes.ts', '../app.ts'],
  ['server/src/access/routes/sign-on.ts', '../../members/store/members.ts'],
  ['server/src/registration/domain/quiz.ts', '../../plan-data/store/providers.ts'],
  ['server/src/registration/domain/proofs.ts', '../routes.ts'],
  ['server/src/registration/domain/accounts.ts', '../../demo/load-demo-data.ts'],
  ['server/src/members/domain/claims.ts', '@portico/web/shell/gateway'],
  ['server/src/registration/domain/identity/questions.ts', '../../../plan-data/store/providers.ts'],
  ['server/src/registration/domain/identity/grading.ts', '../../routes.ts'],
  ['server/src/registration/store/registrations.ts', '../domain/proofs.ts'],
  ['server/src/registration/store/requests.ts', '../routes.ts'],
  ['server/src/internal/store/decisions.ts', '../../access/store/grants.ts'],
  ['web/src/entries/members.tsx', '../../../server/src/app.ts'],
  ['web/src/kit/alert.tsx', '../shell/gateway.ts'],
  ['web/src/kit/fields/phone.tsx', '../../registration/wizard.tsx'],
  ['web/src/shell/layout.tsx', '../registration/wizard.tsx'],
  ['web/src/shell/brands/logo.tsx', '../../entries/members.tsx'],
  ['web/src/registration/home.tsx', '../members/claims.tsx'],
  ['web/src/registration/wizard.tsx', '../entries/registration.tsx'],
  ['web/src/registration/step3/account-form.tsx', '../../access/login.tsx'],
  ['web/src/members/claims.tsx', 'typebox'],
  ['web/src/members/eligibility.tsx', 'node:crypto'],
  ['web/src/internal/console.tsx', 'kysely'],
  ['server/src/access/domain/decide.ts', '../../registration/registration.ts'],
  ['server/src/registration/domain/submit.ts', '../../access/store/requests.ts'],
  ['server/src/registration/store/quizzes.ts', '../../access/domain/decide.ts'],
  ['server/src/contracts/domain/validate.ts', '../../members/members.ts'],
  ['server/src/access/domain/letters.ts', '../access.ts'],
  ['core/src/forms/dates.ts', 'kysely'],
]

const allowed: Seed[] = [
  ['core/src/access/sign-on.ts', '../envelope.ts'],
  ['core/src/plan-data/provider.ts', 'typebox'],
  ['core/src/registration/flow.test.ts', 'vitest'],
  ['server/src/cli.ts', './plan-data/domain/import-nppes.ts'],
  ['server/src/demo/load.ts', '../plan-data/domain/import-nppes.ts'],
  ['server/src/platform/clock.ts', 'node:timers'],
  ['server/src/platform/embedded-postgres/start.ts', '../database.ts'],
  ['server/src/plan-data/routes.ts', './domain/providers.ts'],
  ['server/src/plan-data/domain/providers.ts', '../store/providers.ts'],
  ['server/src/plan-data/domain/search.ts', '@portico/core/plan-data/provider'],
  ['server/src/registration/domain/identity/facts.ts', '../../store/quiz-facts.ts'],
  ['server/src/registration/domain/identity/session.ts', '../../../platform/deps.ts'],
  ['server/src/plan-data/store/providers.ts', '../../platform/database.ts'],
  ['server/src/plan-data/routes.test.ts', '../app.ts'],
  ['web/src/entries/registration.tsx', '../registration/summary.tsx'],
  ['server/src/registration/domain/requester.ts', '../../access/access.ts'],
  ['server/src/internal/domain/locks.ts', '../../registration/registration.ts'],
  ['server/src/access/access.ts', './domain/decisions.ts'],
  ['web/src/shell/gateway.ts', '../kit/dialog.tsx'],
  ['web/src/registration/summary.tsx', '../shell/gateway.ts'],
  ['web/src/registration/step3/questions.tsx', '../../kit/dialog.tsx'],
  ['web/src/registration/step3/terms.tsx', '../summary.tsx'],
  ['web/src/access/login.tsx', '@portico/core/access/sign-on'],
]

const cycle: Seed[] = [
  ['web/src/kit/table.tsx', './sort.ts'],
  ['web/src/kit/sort.ts', './table.tsx'],
  ['core/src/access/row-types.ts', './cell-types.ts'],
  ['core/src/access/cell-types.ts', './row-types.ts'],
]

let folder: string
let broken: [file: string, sentence: string][]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-borders-'))
  for (const [file, source] of [...forbidden, ...allowed, ...cycle]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    const imported = file.endsWith('-types.ts') ? 'import type { Part }' : 'import { part }'
    writeFileSync(join(folder, file), `${imported} from '${source}'\n\nexport const whole = [part]\n`)
  }
  broken = findBrokenBorders(folder)
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

const sentencesOf = (file: string) => broken.filter(([found]) => found === file).map(([, sentence]) => sentence)

describe('import borders', () => {
  test.each(forbidden)('%s must not import %s', (file) => {
    expect(sentencesOf(file)).toEqual([expect.stringMatching(/^must not import /)])
  })

  test.each(allowed)('%s may import %s', (file) => {
    expect(sentencesOf(file)).toEqual([])
  })

  test.each(cycle)('%s must not be in an import cycle with %s', (file) => {
    expect(sentencesOf(file)).toEqual([expect.stringMatching(/^is in an import cycle with /)])
  })
})

describe('folders', () => {
  const mutual: Seed[] = [
    ['server/src/content/domain/banners/list.ts', '../questions/rows.ts'],
    ['server/src/content/domain/questions/list.ts', '../banners/rows.ts'],
    ['server/src/internal/domain/list.ts', './locks/unlock.ts'],
    ['server/src/internal/domain/locks/lock.ts', '../sentences.ts'],
  ]
  const layered: Seed[] = [
    ['server/src/members/domain/claims/list.ts', '../answers/rows.ts'],
    ['server/src/members/domain/list.ts', './claims/list.ts'],
    ['server/src/members/domain/answers/list.ts', '../../../content/domain/banners/rows.ts'],
  ]
  const seed = (seeds: Seed[]) => {
    const root = mkdtempSync(join(tmpdir(), 'portico-folders-'))
    for (const [file, source] of seeds) {
      mkdirSync(dirname(join(root, file)), { recursive: true })
      writeFileSync(join(root, file), `import { part } from '${source}'\n\nexport const whole = [part]\n`)
    }
    return root
  }
  const roots: string[] = []
  const foldersOf = (seeds: Seed[], find = findMutualFolders) => {
    roots.push(seed(seeds))
    return find(roots.at(-1) ?? '')
  }
  afterAll(() => roots.forEach((root) => void rmSync(root, { recursive: true, force: true })))

  test('two folders side by side that import each other are reported once, with their imports', () => {
    expect(foldersOf(mutual.slice(0, 2))).toEqual([
      [
        'server/src/content/domain/banners',
        expect.stringMatching(
          /and server\/src\/content\/domain\/questions import each other: .*list\.ts imports .*rows\.ts/,
        ),
      ],
    ])
  })

  test('a folder and one inside it that import each other are reported', () => {
    expect(foldersOf(mutual.slice(2)).map(([found]) => found)).toEqual(['server/src/internal/domain'])
  })

  test('folders that import one way are accepted, and so are imports of another area', () => {
    expect(foldersOf(layered)).toEqual([])
  })

  test('a folder whose name says nothing is reported', () => {
    expect(foldersOf([['core/src/utils/list.ts', 'typebox']], findEmptyNames)).toHaveLength(1)
  })
})
