import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import type { Brand } from '@portico/core/brand'
import { forgotUsername } from '@portico/core/signon/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase } from '#platform/database/database.ts'
import { insertTestAccount } from '../accounts.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { startMailServer } from '../mail-server.ts'
import { readPdf } from '../read-pdf.ts'
import { type RunningServer, startServer } from '../start-server.ts'
import northlight from './northlight.ts'

const root = resolve(import.meta.dirname, '../../..')
const font = createRequire(import.meta.url).resolve(
  '@fontsource-variable/figtree/files/figtree-latin-wght-italic.woff2',
)
const HOST = 'care.northlight.example'

let product: string
let database: TestDatabase
let mail: Awaited<ReturnType<typeof startMailServer>>
let server: RunningServer

/** Copies the product and adds only one brand file and its asset. */
beforeAll(async () => {
  product = copyProduct()
  const brands = join(product, 'core/src/brands')
  cpSync(join(import.meta.dirname, 'northlight.ts'), join(brands, 'northlight.ts'))
  cpSync(font, join(brands, 'northlight.woff2'))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  execFileSync(process.execPath, [vite, 'build', 'web', '--logLevel', 'warn'], { cwd: product })
  database = await createTestDatabase('demo')
  mail = await startMailServer()
  server = await startServer(database, {
    main: join(product, 'server/src/main.ts'),
    env: {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      PORTICO_PUBLIC_URL_NORTHLIGHT: `https://${HOST}`,
      PORTICO_HOSTS_NORTHLIGHT: HOST,
    },
  })
}, 300_000)

afterAll(async () => {
  await server?.kill()
  await mail?.stop()
  await database?.drop()
  rmSync(product, { recursive: true, force: true })
})

function copyProduct(): string {
  const copy = mkdtempSync(join(tmpdir(), 'portico-third-brand-'))
  const sources = (path: string) => !['node_modules', 'dist'].includes(basename(path))
  for (const part of ['core', 'server', 'web'])
    cpSync(join(root, part), join(copy, part), { recursive: true, filter: sources })
  for (const file of ['package.json', 'tsconfig.base.json']) cpSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'server/node_modules'), join(copy, 'server/node_modules'))
  mkdirSync(join(copy, 'node_modules/@portico'), { recursive: true })
  for (const name of readdirSync(join(root, 'node_modules')))
    if (name !== '@portico' && !name.startsWith('.'))
      symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  for (const part of ['core', 'server', 'web']) symlinkSync(join(copy, part), join(copy, 'node_modules/@portico', part))
  return copy
}

type Asked = { host?: string; headers?: Record<string, string>; body?: string }

/** Sends a request with another Host header, which fetch does not allow. */
async function send(path: string, { host = HOST, headers, body }: Asked = {}) {
  const sent = request(server.address + path, { method: body ? 'POST' : 'GET', headers: { host, ...headers } })
  sent.end(body)
  const reply: IncomingMessage = (await once(sent, 'response'))[0]
  return { cookies: reply.headers['set-cookie'] ?? [], content: await buffer(reply) }
}
const fetchText = async (path: string, asked?: Asked) => (await send(path, asked)).content.toString()

async function fetchStyles(page: string): Promise<string> {
  const sheets = [...page.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map((match) => fetchText(match[1] ?? ''))
  return (await Promise.all(sheets)).join('')
}

test('the host of a new brand serves its name, texts, logo, favicon, tokens and font', async () => {
  const page = await fetchText('/thp/portal/providers/registration')
  expect(page).toContain('<html lang="en" data-brand="northlight">')
  expect(page).toContain('<title>Provider Portal Registration | Northlight Mutual</title>')
  const words = /<meta name="brand" content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#34;', '"') ?? ''
  const brand: Brand = JSON.parse(words)
  expect(brand).toMatchObject({ name: northlight.name, providerServicesPhone: northlight.providerServicesPhone })
  expect(brand.contactUsLink).toBe('/thp/portal/providers/contact?from=northlight')
  expect(page).toContain('href="/content/northlight/favicon.svg"')
  for (const picture of [brand.logo, '/content/northlight/favicon.svg'])
    expect(await fetchText(picture)).toContain('<path d="M20 2 38 38H2Z" fill="#1d3b6f"/>')
  const styles = await fetchStyles(page)
  expect(styles).toMatch(/\[data-brand="?northlight"?\]\{[^}]*--primary:#1d3b6f/)
  const preloaded = /as="font"[^>]*href="([^"]+)"/.exec(page)?.[1] ?? ''
  expect(styles).toContain(preloaded)
  expect((await send(preloaded)).content.equals(readFileSync(font))).toBe(true)
})

test('a new brand does not change the pages of other hosts', async () => {
  expect(await fetchText('/thp/portal/providers/registration', { host: 'localhost' })).toContain(
    '| Harborview Health Plan</title>',
  )
  expect(await fetchText('/thp/portal/members/login', { host: 'partner.localhost' })).toContain('Bayside Care Partners')
})

test('the member area and the list of brands include a new brand', async () => {
  const page = await fetchText('/thp/portal/members/login')
  expect(await fetchStyles(page)).toContain('--member-glow:#ffe9a8')
  expect(await fetchText('/thp/portal/internal/login', { host: 'localhost' })).toContain('Northlight Mutual')
})

test('the contract form of a new brand has its name, address and fax number', async () => {
  const reply: { entity: { regContract: string } } = JSON.parse(
    await fetchText('/Provider/rest/nonsec/reg/valRegNpi?npiId=1100000011'),
  )
  const { text } = await readPdf(Buffer.from(reply.entity.regContract, 'base64'))
  for (const said of [northlight.legalName, '7 Aurora Way', northlight.fax, northlight.providerServicesPhone])
    expect(text.join(' ')).toContain(said)
})

test('mail of a new brand has its sender and links to its host', async () => {
  const { db, close } = connectDatabase(database.config, { max: 1 })
  const { id } = await insertTestAccount(db, { username: 'aurora', email: 'aurora@example.org' })
  await db.updateTable('account').set({ brand: northlight.id }).where('id', '=', id).execute()
  await close()
  const { cookies } = await send('/thp/portal/providers/login')
  const token = /XSRF-TOKEN=([^;]+)/.exec(cookies.join())?.[1] ?? ''
  const headers = {
    cookie: `XSRF-TOKEN=${token}`,
    'x-xsrf-token': decodeURIComponent(token),
    origin: `https://${HOST}`,
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ email: 'aurora@example.org' })
  expect(JSON.parse(await fetchText(`/Provider${forgotUsername.path}`, { headers, body }))).toMatchObject({
    status: 200,
  })
  // The server's jobs send mail too, for example about unused accounts.
  const find = () => mail.received.find((message) => message.includes('Subject: Your user name'))
  while (!find()) await wait(50)
  // Joins lines that were wrapped for mail.
  const letter = find()?.replace(/=\r?\n/g, '')
  expect(letter).toContain('From: Northlight Mutual <')
  expect(letter).toContain(`https://${HOST}/thp/portal/providers/login`)
  expect(letter).toContain('This message was sent by Northlight Mutual Society.')
  expect(letter).toContain(`background:${northlight.tokens.heroFlat}`)
})
