import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../programs.ts'
import type { OutsideDatabase } from './site.ts'

/** Point-in-time recovery of the plan's own database with pgBackRest, as the chapter on backups has it. */

export const hasPgbackrest = (): boolean => existsSync('/usr/bin/pgbackrest')

/** Archiving from here on, and a full backup; the repository is a folder beside the database here. */
export async function keepEverything(folder: string, database: OutsideDatabase) {
  const { data, port, runAsPostgres, start, stop } = database
  const repository = join(folder, 'pgbackrest')
  run('install', '-d', '-o', 'postgres', repository)
  const file = join(folder, 'pgbackrest.conf')
  writeFileSync(
    file,
    [
      '[global]',
      `repo1-path=${repository}\nrepo1-retention-full=2\nlock-path=${repository}/lock\nlog-path=${repository}/log`,
      'start-fast=y',
      '[portico]',
      `pg1-path=${data}\npg1-port=${port}\npg1-socket-path=${data}\n`,
    ].join('\n'),
  )
  const pgbackrest = (...args: string[]) =>
    runAsPostgres('pgbackrest', `--config=${file}`, '--stanza=portico', '--log-level-console=warn', ...args)
  const archive = `pgbackrest --config=${file} --stanza=portico archive-push %p`
  appendFileSync(join(data, 'postgresql.conf'), `\narchive_mode = on\narchive_command = '${archive}'\n`)
  await stop()
  await start()
  pgbackrest('stanza-create')
  pgbackrest('check')
  pgbackrest('--type=full', 'backup')
  return {
    keepChanges: () => pgbackrest('--type=incr', 'backup'),
    /** The database as it was then, and a server of it that takes writes again. */
    async goBackTo(moment: string) {
      await stop()
      pgbackrest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
      await start()
    },
  }
}
