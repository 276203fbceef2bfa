import { recordAudit } from '#platform/audit/audit.ts'
import { ensureAppRole } from '#platform/database/app-role.ts'
import { connectDatabase } from '#platform/database/database.ts'
import { appPassword, isPasswordDerived, loginAt } from '#platform/database/logins.ts'
import { transact } from '#platform/database/transaction.ts'
import { addSigningKey } from '../../sign-on-hub/sign-on-hub.ts'
import { type Command, flag, type Given, say } from '../command.ts'
import { printResult } from '../output/write-rows.ts'
import { endFormerRecoveryCodes, findKeyStatus, finishRotation, type KeyStatus, rotateKeys } from '../rotate-keys.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const keyCommands: readonly Command[] = [
  { name: 'keys status', help: 'The current key, and what still depends on the former one.', run: showKeys },
  {
    name: 'keys rotate',
    help: `Re-encrypts stored data under the new PORTICO_SECRET_KEY; needs the former one as
PORTICO_SECRET_KEY_FORMER. If interrupted, run it again to continue.`,
    run: rotate,
  },
  {
    name: 'keys finish',
    options: { 'end-recovery-codes': flag },
    help: 'The last step: retires the former key. Refused while anything depends on it.',
    run: finish,
  },
  {
    name: 'keys rotate-signing',
    help: `Creates a new key for the ID tokens of sign-on. It signs after ten minutes; the former
one stays published for a day after that.`,
    run: rotateSigning,
  },
]

async function showKeys(settings: CommandSettings, { values }: Given): Promise<number> {
  return tellStatus(await withContext(settings, findKeyStatus), values.json === true)
}

async function rotate(settings: CommandSettings, { values }: Given): Promise<number> {
  return withContext(settings, async (context) => {
    await rotateKeys(context, (line) => process.stderr.write(`${line}\n`))
    return tellStatus(await findKeyStatus(context), values.json === true)
  })
}

async function finish(settings: CommandSettings, { values }: Given): Promise<number> {
  return withContext(settings, async (context, { owner }) => {
    if (values['end-recovery-codes'])
      process.stderr.write(
        `${await endFormerRecoveryCodes(context)} people were notified to create new recovery codes\n`,
      )
    await finishRotation(context)
    // Processes with both keys detect which password is valid. A process with only the new key needs the new one.
    if (isPasswordDerived(settings)) {
      const { db, close } = connectDatabase(owner, { max: 1 })
      await ensureAppRole(db, loginAt(owner, appPassword(settings.secretKey)), { setPassword: true }).finally(close)
    }
    return tellStatus(await findKeyStatus(context), values.json === true)
  })
}

/** A new key for the ID tokens of all brands. Running servers notice it by themselves. */
async function rotateSigning(settings: CommandSettings, { values }: Given): Promise<number> {
  const added = await withContext(settings, (context) =>
    transact(context, async (inside) => {
      const key = await addSigningKey(inside)
      await recordAudit(inside, { action: 'command.signing-key-rotated', details: { kid: key.kid } })
      return key
    }),
  )
  const sentence = `The new key ${added.kid} is published now and signs from ${added.signsFrom.toISOString()}. The former one stays published for a day after that.`
  return printResult(values.json, added, sentence)
}

function tellStatus(status: KeyStatus, isJson: boolean): number {
  say(isJson ? `${JSON.stringify(status, null, 2)}\n` : describeKeys(status))
  return 0
}

const STATES: Record<KeyStatus['state'], string> = {
  steady: 'One key is in use.',
  'two keys': 'Two keys are set; no rotation is in progress.',
  changing: 'A key rotation is in progress.',
}

export function describeKeys({ key, state, resting, codesOver }: KeyStatus): string {
  const lines = [
    STATES[state],
    `  fingerprint of the current key       ${key}`,
    `  numbers under the former key         ${resting.numbers}`,
    `  authenticator keys under it          ${resting.appKeys}`,
    `  keys of sign-on under it             ${resting.hubKeys}`,
    `  recovery codes under it              ${resting.recoveryCodes}`,
    ...(codesOver ? [`  mailed codes under it until          ${codesOver.toISOString()}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
