import { randomBytes } from 'node:crypto'
import { SECURITY_QUESTIONS } from '@portico/core/forms/security-questions'
import * as calls from '@portico/core/registration/calls'
import { emptyRegistration, postableModel } from '@portico/core/registration/model'
import type { NpiProfile } from '@portico/core/registration/model-shapes'
import type { Quiz, QuizScore } from '@portico/core/registration/shapes'
import type { TestApp } from './build-test-app.ts'
import { solveForTests } from './solve-captcha.ts'

const callsByName = { ...calls }

export type Body = Record<string, unknown>
export type Wizard = ReturnType<typeof openWizard>

/** The complete model that the browser posts, with a completed account form. */
export function filledModel(npiId: string, change: Body = {}): Body {
  const unique = randomBytes(5).toString('hex')
  return {
    ...postableModel(emptyRegistration()),
    npiId,
    regType: 'NPI',
    regRoleSel: 'SAA',
    regBy: 'self',
    firstName: 'Robin',
    lastName: 'Sample',
    email: `${unique}@example.org`,
    confirmEmail: `${unique}@example.org`,
    phone: '5125550177',
    phoneExt: '12',
    userName: `u${unique}`,
    password: 'Lantern4821x',
    confirmPassword: 'Lantern4821x',
    securityQuestion1: SECURITY_QUESTIONS[0],
    securityQuestion2: SECURITY_QUESTIONS[1],
    securityQuestion3: SECURITY_QUESTIONS[2],
    securityAns1: 'Copperfield',
    securityAns2: 'Juniper Terrace',
    securityAns3: 'Marigold Primary',
    ...change,
  }
}

/** A visitor in the wizard, with the calls of its screens. */
export function openWizard(
  test: Pick<TestApp, 'db' | 'openBrowser'>,
  options: { address?: string; host?: string } = {},
) {
  const browser = test.openBrowser(options)
  const post = <Entity = boolean>(call: keyof typeof calls, body: unknown) =>
    browser.postCall<Entity>(callsByName[call].path, body)
  const get = <Entity = unknown>(call: keyof typeof calls, query: Record<string, string> = {}) =>
    browser.getCall<Entity>(callsByName[call].path, query)

  /** Answers the quiz with the key from the database; `right` is the number of correct answers. */
  async function answerQuiz(quiz: Quiz, right = quiz.noOfQuestions) {
    const row = await test.db
      .selectFrom('quiz')
      .select('questions')
      .where('quiz_id', '=', quiz.quizId)
      .executeTakeFirstOrThrow()
    const keys = row.questions as unknown as { id: string; right: string; planOnly?: boolean }[]
    const planFirst = keys.toSorted((a, b) => Number(b.planOnly ?? false) - Number(a.planOnly ?? false))
    const answeredRight = new Set(planFirst.slice(0, right).map((key) => key.id))
    const questionList = quiz.questionList.map((question) => {
      const key = keys.find((candidate) => candidate.id === question.id)?.right ?? ''
      const wrong = question.choiceList.find((choice) => choice.id !== key)?.id ?? ''
      return { ...question, selectedChoice: answeredRight.has(question.id) ? key : wrong }
    })
    return { ...quiz, questionList }
  }

  return {
    browser,
    post,
    get,
    answerQuiz,
    enterNpi: (npiId: string) => get<NpiProfile>('valRegNpi', { npiId }),
    chooseRole: (npiId: string, role: string) => post<NpiProfile>('nonSaaNpiProfile', { npiId, role }),
    validate: (npiId: string, typed: Body) => post('valRegProfile', { ...filledModel(npiId), ...typed }),
    requestQuiz: (npiId: string) => post<Quiz>('quizRequest', filledModel(npiId)),
    scoreQuiz: (quiz: unknown) => post<QuizScore>('quizScore', quiz),
    /** Completes NPI, SSN and quiz, which addSaa requires of a physician. */
    async proveSelf(npiId: string, lastSsn: string) {
      await get('valRegNpi', { npiId })
      await post('valRegProfile', { ...filledModel(npiId), validateBy: 'ssn', lastSsn })
      const quiz = await post<Quiz>('quizRequest', filledModel(npiId))
      return post<QuizScore>('quizScore', await answerQuiz(quiz.entity))
    },
  }
}

/** Finds the newest mail of a kind to an address, with its link token. */
export async function findMail(test: TestApp, kind: string, to?: string) {
  let query = test.db.selectFrom('mail_message').selectAll().where('kind', '=', kind)
  if (to) query = query.where('to_address', '=', to)
  const mail = await query.orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const token = /(?:reqId|activateId)=([\w-]+)/.exec(mail.body)?.[1] ?? ''
  return { ...mail, token }
}

export async function solveCaptcha(wizard: Wizard): Promise<string> {
  const response = await wizard.browser.get(`/Provider${calls.captchaChallenge.path}`)
  return solveForTests(response.json())
}
