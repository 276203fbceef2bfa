import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

/** Finds every statement that can narrow a grant, an account or a factor, and each of its callers. */

const TABLES = 'access_grant|account|passkey|authenticator_key|recovery_code|registration_hold'
const STATEMENT = new RegExp(
  `(?:updateTable|deleteFrom)\\('(?:${TABLES})(?: as \\w+)?'\\)|\\b(?:update|delete from) (?:${TABLES}) |\\b(?:update|delete from) \\$\\{sql\\.table`,
  'g',
)
const DECLARED = /^(?:export )?(?:async )?(?:function|const) (\w+)/gm

/** Functions that take access away. Each call is an argument of `narrowAccess`. */
const NARROWS = [
  'setGrantRole',
  'updateGrantToAa',
  'updateGrantEnded',
  'updateGrantTerms',
  'updateGrantSuspended',
  'updateAccountSuspended',
  'updateMissing',
  'updateDeactivated',
  'updateAccountErased',
  'updateStaffRole',
  'updateHoldStarted',
  'updatePassword',
  'updateAccountPassword',
  'removeFactors',
  'restoreFactors',
]

/** An import is below the door: it passes the accounts to `recordMissing`, in its own transaction. */
const BY_IMPORT = ['suspendGrants', 'removeMissingMembers']

/** Functions that take no access away, each with the reason. */
const HARMLESS: Record<string, string> = {
  // Access that waits, begins, returns or is confirmed.
  updatePendingGrantsEnded: 'the grants are pending',
  activateSql: 'gives access',
  updateGrantToSaa: 'gives a role',
  updateGrantMerged: 'the permissions go to a new grant of the same person',
  updateGrantReactivated: 'gives access back',
  updateGrantRestored: 'gives access back',
  updateGrantConfirmed: 'keeps access',
  updateGrantsReminded: 'a reminder',
  updateReactivated: 'marks suspended grants',
  updateNoticed: 'marks suspended access',
  updateHoldsLifted: 'ends a hold',
  restoreMemberAccounts: 'opens suspended accounts',
  suspendedAccount: 'opens suspended accounts',
  updateInvitedAccount: 'completes an invited account',
  updateDirectoryLinked: 'completes an invited account',
  updateAccountClosed: 'the account was invited and never used',
  // Facts about an account that give no access.
  updateInactivityWarned: 'a reminder',
  updateStaffInvitedBy: 'an invitation',
  updateAccountDetails: 'contact details, preferences, a question to plan staff; codes by email by updateEmailFactor',
  signInSql: 'the time of a sign-in',
  REACH: 'a maintained column',
  updateRecentReach: 'a maintained column',
  deleteRows: 'retention deletes what is over',
  // Factors. Their owner adds and removes them in a session that proved one.
  updateEmailFactor: 'the owner turns codes by email on or off',
  updatePasskeyRemoved: 'the owner removes a passkey',
  updateAppKeyRemoved: 'the owner removes an app',
  updateRecoveryCodesRemoved: 'the owner gets new codes',
  updateRecoveryCodeUsed: 'a code works once',
  replaceOfferedAppKey: 'the key was never confirmed',
  updateAppKeyConfirmed: 'adds a factor',
  updateAppStep: 'a code works once',
  updatePasskeyUsed: 'the time of a use',
  updatePasskeyName: 'a name',
  updateSealedKey: 'the key is sealed anew',
  deleteNextRecoveryCodes: 'codes sealed by a lost key',
}

const KNOWN = new Set([...NARROWS, ...BY_IMPORT, ...Object.keys(HARMLESS)])

type Source = { file: string; text: string }
const folder = fileURLToPath(new URL('.', import.meta.url))
const sources: Source[] = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.ts$/.test(file) && !/(^|\/)demo\//.test(file))
  .map((file) => ({ file, text: readFileSync(`${folder}${file}`, 'utf8') }))

/** The name of the declaration around a place in a file. */
const declaredAround = (text: string, at: number): string => [...text.slice(0, at).matchAll(DECLARED)].at(-1)?.[1] ?? ''

const found = sources.flatMap(({ file, text }) =>
  [...text.matchAll(STATEMENT)]
    // An import writes its staging table under a name of its own.
    .filter(([statement]) => !(statement.includes('sql.table') && file.includes('/import/')))
    .map(({ index }) => ({ file, name: declaredAround(text, index) })),
)

/** Where the arguments of each `narrowAccess(` begin and end. */
function findDoors(text: string): [number, number][] {
  return [...text.matchAll(/\bnarrowAccess\(/g)].map(({ index }) => {
    let depth = 0
    let end = index
    for (const letter of text.slice(index)) {
      end += letter.length
      if (letter === '(') depth += 1
      if (letter === ')') depth -= 1
      if (letter === ')' && depth === 0) break
    }
    return [index, end]
  })
}

function findCallsBesideDoor({ file, text }: Source): string[] {
  const doors = findDoors(text)
  const calls = [...text.matchAll(new RegExp(`(?<!function )\\b(${NARROWS.join('|')})\\(`, 'g'))]
  return calls
    .filter(({ index }) => !doors.some(([from, to]) => index > from && index < to))
    .filter(({ index }) => !KNOWN.has(declaredAround(text, index)))
    .map(({ index, 1: name }) => `${file}: ${name} in ${declaredAround(text, index)}`)
}

test('each statement that writes a grant, an account, a factor or a hold is known to narrow access, or not to', () => {
  expect(found.length).toBeGreaterThan(40)
  expect(found.filter(({ name }) => !KNOWN.has(name))).toEqual([])
  const declared = new Set(sources.flatMap(({ text }) => [...text.matchAll(DECLARED)].map(([, name]) => name)))
  expect([...KNOWN].filter((name) => !declared.has(name))).toEqual([])
})

test('each call of a function that narrows access is behind the door', () => {
  expect(sources.flatMap(findCallsBesideDoor)).toEqual([])
  const doors = sources.reduce((count, { text }) => count + findDoors(text).length, 0)
  expect(doors).toBeGreaterThan(12)
})

test('an import that suspends access passes it on', () => {
  const files = new Set(found.filter(({ name }) => BY_IMPORT.includes(name)).map(({ file }) => file))
  expect(files.size).toBe(BY_IMPORT.length)
  for (const { file, text } of sources) if (files.has(file)) expect(text).toContain('context.onSuspended(trx')
})

test('a call outside the door is found', () => {
  const text =
    'async function takeAway() {\n  await narrowAccess(context, { take: () => updateMissing(a, (b)) })\n  await updatePassword(c)\n}\n'
  expect(findCallsBesideDoor({ file: 'a.ts', text })).toEqual(['a.ts: updatePassword in takeAway'])
})
