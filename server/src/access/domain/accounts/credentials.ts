import { SECURITY_QUESTION_COUNT, STATUS } from '@portico/core/constants'
import { storedUserName } from '@portico/core/forms/formats'
import {
  checkActivationUserName,
  checkPassword,
  checkSecurityAnswer,
  checkSecurityQuestion,
  checkUserName,
} from '@portico/core/forms/rules'
import { COMMON_PASSWORD, QUESTION_UNKNOWN } from '@portico/core/forms/sentences'
import { hashPassword, normalizeSecurityAnswer } from '#platform/identity/password.ts'
import { type Outcome, refuse } from '#platform/outcome.ts'
import type { Credentials } from '../../store/people/accounts.ts'

export type CredentialsInput = {
  userName: string
  password: string
  questions: { question: string; answer: string }[]
  /** The activation screen allows inner spaces in a user name (behaviour 5.9). */
  allowSpaces?: boolean
}

/** Validates a new password: the password rule, then the common passwords (407). */
async function checkNewPassword(password: string): Promise<Outcome<true>> {
  const problem = checkPassword(password)
  if (problem) return refuse(STATUS.pageMessage, problem)
  if (await isCommonPassword(password)) return refuse(STATUS.pageMessage, COMMON_PASSWORD)
  return { entity: true }
}

/** Repeats the browser's validation and hashes. Call it before a transaction opens, because hashing is slow. */
export async function prepareCredentials(input: CredentialsInput): Promise<Outcome<Credentials>> {
  const nameProblem = (input.allowSpaces ? checkActivationUserName : checkUserName)(input.userName)
  if (nameProblem) return refuse(STATUS.userNameTaken, nameProblem)
  const password = await checkNewPassword(input.password)
  if ('refusal' in password) return password
  const questionProblem = checkQuestions(input.questions)
  if (questionProblem) return refuse(STATUS.pageMessage, questionProblem)
  const userName = storedUserName(input.userName)
  const [passwordHash, answers] = await Promise.all([
    hashPassword(input.password),
    Promise.all(
      input.questions.map(async ({ question, answer }) => ({
        question,
        answerHash: await hashPassword(normalizeSecurityAnswer(answer)),
      })),
    ),
  ])
  return { entity: { userName, userNameKey: userName.toLowerCase(), passwordHash, answers } }
}

function checkQuestions(questions: CredentialsInput['questions']): string | undefined {
  if (questions.length !== SECURITY_QUESTION_COUNT) return QUESTION_UNKNOWN
  for (const [index, { question, answer }] of questions.entries()) {
    const others = questions.filter((_, other) => other !== index).map((other) => other.question)
    const problem = checkSecurityQuestion(question, others) ?? checkSecurityAnswer(answer)
    if (problem) return problem
  }
  return undefined
}

/** Number of common passwords to reject. */
const COUNT = 10_000
/** Only half that many entries of the list pass the password rule. Its most common words with a year fill the rest. */
const YEARS = Array.from({ length: 60 }, (_, index) => 2029 - index)

let list: Promise<Set<string>> | undefined

/** Ignores case. Reads the list on first use, so that startup does not load it. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readCommonPasswords()
  return (await list).has(password.toLowerCase())
}

async function readCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const listed = dictionary['passwords-common']
  const common = new Set(listed.filter(isAllowed))
  for (const word of listed) {
    const withYears = YEARS.map((year) => word + year).filter(isAllowed)
    for (const password of withYears.slice(0, COUNT - common.size)) common.add(password)
    if (common.size >= COUNT) break
  }
  return common
}

function isAllowed(password: string): boolean {
  return checkPassword(password) === undefined
}
