import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../programs.ts'
import type { OutsideDatabase } from './site.ts'

/** Point-in-time recovery with pgBackRest, as in the chapter on backups. */

export const hasPgbackrest = (): boolean => existsSync('/usr/bin/pgbackrest')

/** Starts WAL archiving and makes a full backup. The repository is a local folder. */
export async function startArchiving(folder: string, database: OutsideDatabase) {
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
    backUpChanges: () => pgbackrest('--type=incr', 'backup'),
    /** Restores the database to a point in time and starts it for writes. */
    async recoverTo(moment: string) {
      await stop()
      pgbackrest('--delta', '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
      await start()
    },
  }
}
