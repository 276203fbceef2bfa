import { openAnchorFile } from '#platform/audit/anchor.ts'
import { recordAudit } from '#platform/audit/audit.ts'
import { verifyAudit } from '#platform/audit/verify.ts'
import { CliError } from '../cli-error.ts'
import { type Command, type Given, say, text } from '../command.ts'
import { describeAuditProof } from '../output/describe-results.ts'
import { reportVerification } from '../output/progress-line.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const auditCommands: readonly Command[] = [
  {
    name: 'audit verify',
    options: { anchor: text('FILE') },
    help: `Recomputes the audit trail's hash chain and reports the first row that does not
match. Exit code 1 if there is one. --anchor compares it with the seals that the server
wrote to PORTICO_AUDIT_ANCHOR_FILE, which detects an end that was cut off. Needs the
server's PORTICO_SECRET_KEY, because the seals are signed with it.`,
    run: verifyAuditTrail,
  },
]

async function verifyAuditTrail(settings: CommandSettings, { values }: Given): Promise<number> {
  const file = typeof values.anchor === 'string' ? values.anchor : undefined
  return withContext(settings, async (context) => {
    const anchors = file === undefined ? undefined : await openAnchorFile(file).catch(refuseFile)
    const proof = await verifyAudit(context.db, {
      ...settings,
      anchors,
      onProgress: reportVerification(values.json === true),
    })
    say(values.json ? `${JSON.stringify(proof, null, 2)}\n` : describeAuditProof(proof))
    if (file !== undefined && proof.anchored.seals === 0)
      throw new CliError(`No line of ${file} was written by this portal, so the file proves nothing.`)
    if (proof.ok) await recordAudit(context, { action: 'command.audit-verified', details: { rows: proof.rows } })
    return proof.ok ? 0 : 1
  })
}

function refuseFile({ code, path }: NodeJS.ErrnoException): never {
  throw new CliError(`The file ${path} cannot be opened (${code}).`)
}
