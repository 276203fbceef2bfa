import { writeCount } from '@portico/core/forms/amounts'
import { recordAudit } from '#platform/audit/audit.ts'
import { type AuditProof, verifyAudit } from '#platform/audit/verify.ts'
import type { Context } from '#platform/context.ts'
import { type BackedUp, backUp } from '#platform/operations/backup/back-up.ts'
import { BackupError } from '#platform/operations/backup/backup-file.ts'
import { restore } from '#platform/operations/backup/restore.ts'
import { CliError } from '../cli-error.ts'
import { type Command, flag, type Given, say } from '../command.ts'
import { openDatabase } from '../open-database.ts'
import { describeAuditProof } from '../output/describe-results.ts'
import { createPeriodicProgress, reportVerification } from '../output/progress-line.ts'
import { type CommandSettings, commandContext, connectApp, withContext } from '../with-context.ts'

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    takes: 'FILE',
    options: { force: flag },
    help: `Writes a snapshot of every table to one compressed file, while the server runs.
An existing file is refused; --force replaces it.
Keep PORTICO_SECRET_KEY separately: the file is useless without it.`,
    run: runBackup,
  },
  {
    name: 'restore',
    takes: 'FILE',
    help: `Restores a backup into an empty database, all or nothing. A backup of an older
release is then migrated. Checks the number of rows and the audit trail.`,
    run: runRestore,
  },
]

/** Reports progress for tables that take a while. */
const LONG = 100_000

const reportLongTable = (name: string, rows: number) => {
  if (rows >= LONG) process.stderr.write(`${name}: ${writeCount(rows)} rows\n`)
}

const FILE_TROUBLES = new Set([
  ...['EEXIST', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EACCES', 'EPERM', 'EROFS'],
  ...['ENOSPC', 'EDQUOT', 'EIO'],
])

async function runBackup(settings: CommandSettings, given: Given): Promise<number> {
  const { file, json, force } = fileIn(given, 'backup')
  return withContext(settings, async (context, { owner }) => {
    const { secretKey } = settings
    const tell = createPeriodicProgress(process.stderr, { json })
    const onBytes = (table: string, bytes: number) => tell({ table, bytes }, `${table}: ${writeCount(bytes)} bytes`)
    const done = await backUp(owner, {
      file,
      force,
      secretKey,
      now: new Date(),
      onTable: reportLongTable,
      onBytes,
    }).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof BackupError) throw new CliError(error.message)
      if (!FILE_TROUBLES.has(error.code ?? '')) throw error
      throw new CliError(
        `The backup cannot be written: ${error.message}. Name a new file in a folder with enough space.`,
      )
    })
    await recordAudit(context, { action: 'command.backed-up', details: { file, ...done } })
    const text = `Backed up ${describe(done)} to ${file}. Keep PORTICO_SECRET_KEY separately: the file is useless without it.\n`
    say(json ? `${JSON.stringify({ file, ...done })}\n` : text)
    return 0
  })
}

/** Verifies the restored rows against the recorded counts, and the audit trail. */
async function runRestore(settings: CommandSettings, given: Given): Promise<number> {
  const { file, json } = fileIn(given, 'restore')
  const database = await openDatabase(settings)
  try {
    const done = await restore(database, { ...settings, file, onTable: reportLongTable }).catch((error: Error) => {
      if (error instanceof BackupError) throw new CliError(`${file} was not restored: ${error.message}.`)
      throw error
    })
    const connection = connectApp(database, settings)
    const restored = { file, ...done }
    const proving = proveRestored(commandContext(settings, connection), restored, reportVerification(json))
    const proof = await proving.finally(connection.close)
    const text = `Restored ${describe(done)} from ${file}.\n${describeAuditProof(proof)}`
    say(json ? `${JSON.stringify({ file, ...done, audit: proof })}\n` : text)
    return proof.ok ? 0 : 1
  } finally {
    await database.close()
  }
}

/** Verifies the audit trail first; the restore is then recorded as its newest row. */
async function proveRestored(
  context: Context,
  restored: BackedUp & { file: string },
  onProgress: ReturnType<typeof reportVerification>,
): Promise<AuditProof> {
  const proof = await verifyAudit(context.db, { ...context.settings, onProgress })
  await recordAudit(context, { action: 'command.restored', details: restored })
  return proof
}

type Named = { file: string; json: boolean; force: boolean }

function fileIn({ values, positionals }: Given, command: 'backup' | 'restore'): Named {
  const [file, ...more] = positionals
  if (!file || more.length) throw new CliError(`Name one file: npm run portico -- ${command} FILE`)
  return { file, json: values.json === true, force: values.force === true }
}

const describe = ({ tables, rows }: BackedUp) => `${writeCount(rows)} rows of ${tables} tables`
