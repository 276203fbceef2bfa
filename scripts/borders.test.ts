import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** One seeded file: where it lies, what it imports. The folder decides which border applies. */
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
  ['server/src/registration/domain/quiz.ts', '../../directory/store/providers.ts'],
  ['server/src/registration/domain/proofs.ts', '../routes.ts'],
  ['server/src/registration/domain/accounts.ts', '../../demo/load-demo-data.ts'],
  ['server/src/members/domain/claims.ts', '@portico/web/shell/gateway'],
  ['server/src/registration/domain/identity/questions.ts', '../../../directory/store/providers.ts'],
  ['server/src/registration/domain/identity/grading.ts', '../../routes.ts'],
  ['server/src/registration/store/registrations.ts', '../domain/proofs.ts'],
  ['server/src/registration/store/requests.ts', '../routes.ts'],
  ['server/src/internal/store/decisions.ts', '../../access/store/grants.ts'],
  ['web/src/entries/members.tsx', '../../../server/src/app.ts'],
  ['web/src/kit/alert.tsx', '../shell/gateway.ts'],
  ['web/src/kit/fields/phone.tsx', '../../registration/wizard.tsx'],
  ['web/src/shell/layout.tsx', '../registration/wizard.tsx'],
  ['web/src/shell/brand/logo.tsx', '../../entries/members.tsx'],
  ['web/src/registration/home.tsx', '../members/claims.tsx'],
  ['web/src/registration/wizard.tsx', '../entries/registration.tsx'],
  ['web/src/registration/step3/account-form.tsx', '../../access/login.tsx'],
  ['web/src/members/claims.tsx', 'typebox'],
  ['web/src/members/eligibility.tsx', 'node:crypto'],
  ['web/src/internal/console.tsx', 'kysely'],
]

const allowed: Seed[] = [
  ['core/src/access/sign-on.ts', '../envelope.ts'],
  ['core/src/directory/provider.ts', 'typebox'],
  ['core/src/registration/flow.test.ts', 'vitest'],
  ['server/src/cli.ts', './directory/domain/import-nppes.ts'],
  ['server/src/demo/load.ts', '../directory/domain/import-nppes.ts'],
  ['server/src/platform/clock.ts', 'node:timers'],
  ['server/src/platform/embedded-postgres/start.ts', '../database.ts'],
  ['server/src/directory/routes.ts', './domain/providers.ts'],
  ['server/src/directory/domain/providers.ts', '../store/providers.ts'],
  ['server/src/directory/domain/search.ts', '@portico/core/directory/provider'],
  ['server/src/registration/domain/identity/facts.ts', '../../store/quiz-facts.ts'],
  ['server/src/registration/domain/identity/session.ts', '../../../platform/deps.ts'],
  ['server/src/directory/store/providers.ts', '../../platform/database.ts'],
  ['server/src/directory/routes.test.ts', '../app.ts'],
  ['web/src/entries/registration.tsx', '../registration/summary.tsx'],
  ['web/src/shell/gateway.ts', '../kit/dialog.tsx'],
  ['web/src/registration/summary.tsx', '../shell/gateway.ts'],
  ['web/src/registration/step3/questions.tsx', '../../kit/dialog.tsx'],
  ['web/src/registration/step3/terms.tsx', '../summary.tsx'],
  ['web/src/access/login.tsx', '@portico/core/access/sign-on'],
]

const cycle: Seed[] = [
  ['web/src/kit/table.tsx', './sort.ts'],
  ['web/src/kit/sort.ts', './table.tsx'],
]

const root = resolve(import.meta.dirname, '..')
let folder: string
let findings: { rule: string; file: string }[]

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'portico-borders-'))
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  for (const [file, source] of [...forbidden, ...allowed, ...cycle]) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), `import { part } from '${source}'\n\nexport const whole = [part]\n`)
  }
  findings = lint()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function lint(): { rule: string; file: string }[] {
  const biome = join(root, 'node_modules', '.bin', 'biome')
  const args = ['lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.']
  const { stdout, stderr } = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' })
  const start = stdout.indexOf('{')
  if (start < 0) throw new Error(`Biome gave no report: ${stderr}`)
  const report = JSON.parse(stdout.slice(start)) as { diagnostics: { category: string; location: { path: string } }[] }
  return report.diagnostics.map(({ category, location }) => ({ rule: category, file: location.path }))
}

function rulesBrokenBy(file: string): string[] {
  return findings.filter((finding) => finding.file === file).map((finding) => finding.rule)
}

describe('import borders', () => {
  test.each(forbidden)('%s must not import %s', (file) => {
    expect(rulesBrokenBy(file)).toEqual(['lint/style/noRestrictedImports'])
  })

  test.each(allowed)('%s may import %s', (file) => {
    expect(rulesBrokenBy(file)).toEqual([])
  })

  test.each(cycle)('%s must not be in a cycle with %s', (file) => {
    expect(rulesBrokenBy(file)).toEqual(['lint/suspicious/noImportCycles'])
  })
})
