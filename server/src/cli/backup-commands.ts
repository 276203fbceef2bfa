import { verifyAudit } from '../platform/audit-proof.ts'
import { type BackedUp, backUp } from '../platform/backup/back-up.ts'
import { BackupError } from '../platform/backup/backup-file.ts'
import { restore } from '../platform/backup/restore.ts'
import { connectDatabase } from '../platform/database.ts'
import type { Settings } from '../platform/settings.ts'
import { parse, say } from './arguments.ts'
import { CliError } from './cli-error.ts'
import { describeAuditProof } from './describe-results.ts'
import { openDatabase, openMigratedDatabase } from './open-database.ts'

/** Tables that take a while are told as they are done. */
const LONG = 100_000

const tellLong = (name: string, rows: number) => {
  if (rows >= LONG) process.stderr.write(`${name}: ${count(rows)} rows\n`)
}

export async function runBackup(settings: Settings, args: string[]): Promise<number> {
  const file = fileIn(args, 'backup')
  const database = await openMigratedDatabase(settings)
  try {
    const { secretKey } = settings
    const done = await backUp(database.owner, { file, secretKey, now: new Date(), onTable: tellLong }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST' && error.code !== 'ENOENT') throw error
        throw new CliError(`The backup cannot be written: ${error.message}. Name a new file in a folder that exists.`)
      },
    )
    say(
      `Backed up ${describe(done)} to ${file}. Keep PORTICO_SECRET_KEY apart from it: without it the file is of no use.\n`,
    )
    return 0
  } finally {
    await database.close()
  }
}

/** Ends with a look at what came: as many rows as were written down, and an audit trail without a gap. */
export async function runRestore(settings: Settings, args: string[]): Promise<number> {
  const file = fileIn(args, 'restore')
  const database = await openDatabase(settings)
  try {
    const { secretKey } = settings
    const done = await restore(database, { file, secretKey, onTable: tellLong }).catch((error: Error) => {
      if (error instanceof BackupError) throw new CliError(`${file} was not restored: ${error.message}.`)
      throw error
    })
    say(`Restored ${describe(done)} from ${file}.\n`)
    const { db, close } = connectDatabase(database.app, { max: 2 })
    const proof = await verifyAudit(db, { secretKey, anchors: undefined }).finally(close)
    say(describeAuditProof(proof))
    return proof.ok ? 0 : 1
  } finally {
    await database.close()
  }
}

function fileIn(args: string[], command: string): string {
  const [file, ...more] = parse(args, {}).positionals
  if (!file || more.length) throw new CliError(`Name one file: npm run portico -- ${command} FILE`)
  return file
}

const count = (figure: number) => figure.toLocaleString('en-US')
const describe = ({ tables, rows }: BackedUp) => `${count(rows)} rows of ${tables} tables`
