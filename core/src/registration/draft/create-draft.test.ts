import { expect, test } from 'vitest'
import { DRAFT_FIELDS } from '../draft-fields.ts'
import { emptyRegistration, INPUT_FIELDS, namesOf, PROOF_FIELDS } from '../model.ts'
import { DraftBody } from '../model-shapes.ts'
import { createDraft } from './create-draft.ts'

const started = { ...emptyRegistration(), npiId: '1100000011' }

test('a draft contains no proof, password or answer', () => {
  const secrets = [...namesOf(PROOF_FIELDS), 'password', 'confirmPassword', 'captchaRes']
  const answers = namesOf(INPUT_FIELDS).filter((name) => name.startsWith('securityAns'))
  expect(answers).toHaveLength(3)
  for (const name of [...secrets, ...answers]) {
    expect(namesOf(DRAFT_FIELDS), name).not.toContain(name)
    expect(Object.keys(DraftBody.properties), name).not.toContain(name)
  }
  const model = { ...started, password: 'Lantern4821x', lastSsn: '4321', securityAns1: 'Copperfield' }
  expect(JSON.stringify(createDraft(model, ['home', 'step3']))).not.toMatch(/Lantern|4321|Copperfield/)
})

test('a draft is created only on resumable screens', () => {
  expect(createDraft(started, ['home', 'regBy'])).toMatchObject({ npiId: '1100000011', path: ['home', 'regBy'] })
  expect(createDraft(started, ['home'])).toBeUndefined()
  expect(createDraft(started, ['home', 'step3', 'regConf'])).toBeUndefined()
  expect(createDraft(emptyRegistration(), ['home', 'step3'])).toBeUndefined()
})

test('a returning visitor creates no draft before the proof is repeated', () => {
  expect(createDraft({ ...started, returning: true }, ['home', 'step1'])).toBeUndefined()
})
