import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../programs.ts'
import { type OutsideDatabase, proxies, type Running, visit } from './site.ts'
import { assert, command } from './steps.ts'

/** Point-in-time recovery with pgBackRest, as in the chapter on backups. */

export const hasPgbackrest = (): boolean => existsSync('/usr/bin/pgbackrest')

/** Starts WAL archiving and makes a full backup. The repository is a local folder. */
async function startArchiving(folder: string, database: OutsideDatabase) {
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

/** Deletes a table's rows and recovers the state before the deletion. */
export async function recoverToTime(
  folder: string,
  archive: string,
  { settings, processes, database }: Running & { database: OutsideDatabase },
): Promise<void> {
  const startedAt = performance.now()
  await processes.stopAll()
  const kept = await startArchiving(folder, database)
  await processes.startAll(settings)
  const inPortico = (statement: string) => database.psql(statement, 'portico')
  const staff = ['--email', 'second@plan.example', '--first', 'Bea', '--last', 'Second']
  command(archive, settings, ['user', 'add', '--kind', 'internal', ...staff])
  kept.backUpChanges()
  const before = inPortico('select count(*) from claim')
  const moment = inPortico('select clock_timestamp()')
  inPortico('delete from claim')
  await processes.stopAll()
  await kept.recoverTo(moment)
  assert(inPortico('select count(*) from claim') === before, 'The claims were not recovered.')
  assert(
    inPortico("select count(*) from account where email = 'second@plan.example'") === '1',
    'The second staff member was not recovered.',
  )
  const proof = command(archive, settings, ['audit', 'verify', '--json'])
  assert(JSON.parse(proof).ok, `The audit trail is damaged: ${proof}`)
  await processes.startAll(settings)
  const looked = await visit(proxies.nginx, '/thp/portal/providers/login')
  assert(looked.status === 200, `A visitor got status ${looked.status}.`)
  console.log(`recover ${moment}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}
