import { readFileSync } from 'node:fs'
import { SCOPES, type ScopeName } from '@portico/core/sign-on-hub/scopes'
import type { InTransaction } from '#platform/context.ts'
import type { AccountKind } from '#platform/database/schema.ts'
import { transact } from '#platform/database/transaction.ts'
import type { Outcome } from '#platform/outcome.ts'

import {
  addClient,
  CLIENT_UNKNOWN,
  type ClientInput,
  closeClient,
  findClient,
  type HubClient,
  listClients,
  type NewClient,
  rotateSecret,
} from '../../sign-on-hub/sign-on-hub.ts'
import { CliError } from '../cli-error.ts'
import { type Command, flag, type Given, list, text } from '../command.ts'
import { printResult, printRows } from '../output/write-rows.ts'
import { type CommandSettings, withContext } from '../with-context.ts'

export const clientCommands: readonly Command[] = [
  {
    name: 'clients add',
    options: {
      name: { ...text('NAME'), isRequired: true },
      brand: { ...text('BRAND'), isRequired: true },
      redirect: { ...list('URI'), isRequired: true },
      logout: text('URI'),
      kinds: text('provider,internal,member'),
      scopes: text('profile,email,access,…'),
      permissions: text('ELIG,CLAIM,…'),
      consent: flag,
      'allow-empty-access': flag,
      tile: text('URI'),
      'tile-permission': text('ID'),
      'post-logout': list('URI'),
      jwks: text('FILE'),
    },
    help: `Registers an application for sign-on and prints its client ID and secret, once.
--logout receives back-channel logouts. --consent asks each person for consent.
--allow-empty-access lets people in whose access is not yet approved.
--tile is the page that the tile on Home opens; with --tile-permission only people
with that permission see it. --post-logout: pages to return to after signing out.
--jwks: public keys of an application that signs in by private_key_jwt, without a
secret.`,
    run: addApplication,
  },
  { name: 'clients list', run: listApplications },
  { name: 'clients show', takes: 'ID', run: showApplication },
  {
    name: 'clients rotate',
    takes: 'ID',
    help: 'Prints a new secret. The former one stays valid for a day.',
    run: rotateApplication,
  },
  {
    name: 'clients disable',
    takes: 'ID',
    help: "Ends the application's tokens and refuses new ones.",
    run: disableApplication,
  },
]

const KINDS: readonly AccountKind[] = ['provider', 'internal', 'member']

/** Registers an application and prints its secret, once. */
async function addApplication(settings: CommandSettings, { values, lists, positionals }: Given): Promise<number> {
  if (positionals.length > 0) throw new CliError(`Unexpected argument ${positionals[0]}.`)
  const input: ClientInput = {
    name: String(values.name ?? ''),
    brand: String(values.brand ?? ''),
    redirectUris: lists.redirect ?? [],
    logoutUri: textOf(values.logout),
    postLogoutUris: lists['post-logout'] ?? [],
    tileUri: textOf(values.tile),
    tilePermission: textOf(values['tile-permission']),
    jwks: typeof values.jwks === 'string' ? readKeySetFile(values.jwks) : null,
    kinds: readWords(values.kinds, KINDS, ['provider'], '--kinds'),
    scopes: readWords<ScopeName>(values.scopes, SCOPES, ['profile', 'email', 'access'], '--scopes'),
    permissions: words(values.permissions),
    asksConsent: values.consent === true,
    allowsEmptyAccess: values['allow-empty-access'] === true,
  }
  return printSecret(settings, values.json, (inside) => addClient(inside, input))
}

const textOf = (given: string | boolean | undefined): string | null => (typeof given === 'string' ? given : null)

function readKeySetFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new CliError(`${path} cannot be read as JSON.`)
  }
}

const words = (given: string | boolean | undefined): string[] =>
  typeof given === 'string' ? given.split(/[\s,]+/).filter((word) => word !== '' && word !== 'openid') : []

function readWords<Word extends string>(
  given: string | boolean | undefined,
  known: readonly Word[],
  usual: Word[],
  option: string,
): Word[] {
  if (given === undefined) return usual
  return words(given).map((word) => {
    const found = known.find((one) => one === word)
    if (!found) throw new CliError(`${option} takes a list of: ${known.join(', ')}.`)
    return found
  })
}

/** The former secret stays valid for a day. */
async function rotateApplication(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const clientId = readId(positionals)
  return printSecret(settings, values.json, (inside) => rotateSecret(inside, clientId))
}

async function printSecret(
  settings: CommandSettings,
  json: unknown,
  work: (inside: InTransaction) => Promise<Outcome<NewClient>>,
): Promise<number> {
  const secret = await withContext(settings, async (context) => entityOf(await transact(context, work)))
  const { clientId, clientSecret } = secret
  const shown = clientSecret
    ? `Client secret: ${clientSecret}\nThe secret is shown only now.`
    : 'The application signs in with its key set.'
  return printResult(json, secret, `Client ID:     ${clientId}\n${shown}`)
}

async function disableApplication(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const clientId = readId(positionals)
  await withContext(settings, async (context) =>
    entityOf(await transact(context, (inside) => closeClient(inside, clientId))),
  )
  return printResult(values.json, { clientId, disabled: true }, 'The application is disabled. Its tokens have ended.')
}

async function listApplications(settings: CommandSettings, { values }: Given): Promise<number> {
  const clients = await withContext(settings, ({ db }) => listClients(db))
  const rows = clients.map(({ clientId, name, brand, disabledAt, lastUsedAt }) => ({
    clientId,
    name,
    brand,
    state: disabledAt ? 'disabled' : 'active',
    lastUsedAt,
  }))
  return printRows(rows, { json: values.json === true, nothing: 'There are no applications.' })
}

async function showApplication(settings: CommandSettings, { values, positionals }: Given): Promise<number> {
  const clientId = readId(positionals)
  const client = await withContext(settings, ({ db }) => findClient(db, clientId))
  if (!client) throw new CliError(CLIENT_UNKNOWN)
  const shown = describe(client)
  const lines = Object.entries(shown).map(([name, value]) => `${name.padEnd(20)} ${writeValue(value)}`)
  return printResult(values.json, shown, lines.join('\n'))
}

const writeValue = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(' ')
  return value instanceof Date ? value.toISOString() : String(value ?? '')
}

/** Without secrets and their hashes. */
const describe = ({ subjectSalt: _, secretHash: _secret, retiredSecretHash: _retired, ...client }: HubClient) => client

function readId([id, ...more]: string[]): string {
  if (!id || more.length > 0) throw new CliError("Give one client ID; 'clients list' shows them.")
  return id
}

function entityOf<Entity>(outcome: Outcome<Entity>): Entity {
  if ('refusal' in outcome) throw new CliError(outcome.refusal.message)
  return outcome.entity
}
