import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { INTERNAL_PATHS, MEMBER_PATHS, PROVIDER_PATHS } from '@portico/core/constants'
import { SIGN_ON_PATH } from '@portico/core/signon/agent'
import { ensureWebBuild } from '../scripts/build-web.mjs'
import { findChromium, whatToInstall } from '../scripts/find-chromium.mjs'
import { DEMO_PASSWORD } from '../server/src/demo/seed/demo-access.ts'
import { findFreePort } from './free-port.ts'
import type { Measurement } from './measurement.ts'
import { writePart } from './write-part.ts'

const root = join(import.meta.dirname, '..')

/** Downloaded on demand, because it is larger than all dependencies of the product. */
const LIGHTHOUSE = 'lighthouse@13.5.0'

type BenchPage = { name: string; path: string; user?: string }
const PAGES: readonly BenchPage[] = [
  { name: 'login', path: PROVIDER_PATHS.login },
  { name: 'registration home', path: PROVIDER_PATHS.registration },
  { name: 'member login', path: MEMBER_PATHS.login },
  { name: 'FAQ', path: PROVIDER_PATHS.faq },
  { name: 'provider home', path: PROVIDER_PATHS.home, user: 'demosaa' },
  { name: 'claims', path: PROVIDER_PATHS.claims, user: 'demosaa' },
  { name: 'member home', path: MEMBER_PATHS.home, user: 'demomember' },
  { name: 'contracts', path: INTERNAL_PATHS.contracts, user: 'demostaff' },
]

/** Lighthouse recommends the median of five runs. */
const RUNS = 5

type Figures = {
  performance: number
  accessibility: number
  bestPractices: number
  cls: number
  lcp: number
  tbt: number
}

/** Runs Lighthouse on eight pages of the demo plan, as a phone with simulated slow 4G and a 4x slower CPU. */
export async function measurePages(wanted: readonly BenchPage[] = PAGES): Promise<Measurement[]> {
  const chromium = findChromium()
  if (!chromium) throw new Error(whatToInstall)
  const { ok, output } = await ensureWebBuild()
  if (!ok) throw new Error(output)
  const folder = await mkdtemp(join(tmpdir(), 'portico-pages-'))
  const server = await startDemo(folder)
  const rows: Row[] = []
  try {
    for (const page of wanted) {
      const runs: Figures[] = []
      while (runs.length < RUNS) runs.push(await measurePage(chromium, server.origin, page, folder))
      rows.push([page, middleOf(runs)])
    }
  } finally {
    server.process.kill('SIGTERM')
    await once(server.process, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
  if (rows.length === PAGES.length) await writePart('pages', describeRun(rows))
  return rows.flatMap(measurementsOf)
}

type Middle = Figures & { spread: string }
type Row = [BenchPage, Middle]

/** Median of each figure, and the maximum layout shift of all runs. */
function middleOf(runs: Figures[]): Middle {
  const sorted = (of: (run: Figures) => number) => runs.map(of).sort((one, other) => one - other)
  const middle = (of: (run: Figures) => number) => sorted(of)[Math.floor(runs.length / 2)] ?? Number.NaN
  const performances = sorted((run) => run.performance)
  return {
    performance: middle((run) => run.performance),
    accessibility: middle((run) => run.accessibility),
    bestPractices: middle((run) => run.bestPractices),
    cls: Math.max(...runs.map((run) => run.cls)),
    lcp: middle((run) => run.lcp),
    tbt: middle((run) => run.tbt),
    spread: `${performances[0]}–${performances.at(-1)}`,
  }
}

async function startDemo(folder: string) {
  const port = await findFreePort()
  const env = {
    ...process.env,
    PORTICO_DATA_DIR: join(folder, 'data'),
    PORTICO_DEMO: '1',
    HOST: '127.0.0.1',
    PORT: String(port),
  }
  const started = spawn(process.execPath, ['server/src/main.ts'], { cwd: root, env, stdio: 'ignore' })
  const origin = `http://localhost:${port}`
  for (let tries = 0; tries < 240; tries += 1) {
    if (
      await fetch(`${origin}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      )
    )
      return { process: started, origin }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  started.kill('SIGTERM')
  throw new Error('The demo server did not become ready')
}

async function measurePage(chromium: string, origin: string, page: BenchPage, folder: string): Promise<Figures> {
  const report = join(folder, 'report.json')
  const browser = await startChromium(chromium, await mkdtemp(join(folder, 'browser-')))
  if (page.user) await putCookies(browser.port, await signIn(origin, page.user))
  const args = [
    'exec',
    '--yes',
    `--package=${LIGHTHOUSE}`,
    '--',
    'lighthouse',
    `${origin}${page.path}`,
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    '--only-categories=performance,accessibility,best-practices',
    `--port=${browser.port}`,
  ]
  const run = spawn('npm', args, { stdio: 'inherit' })
  const [code] = await once(run, 'exit')
  browser.end()
  if (code !== 0) throw new Error(`${LIGHTHOUSE} ended with ${code}`)
  const { categories, audits } = JSON.parse(await readFile(report, 'utf8'))
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
    bestPractices: Math.round(categories['best-practices'].score * 100),
    cls: audits['cumulative-layout-shift'].numericValue,
    lcp: audits['largest-contentful-paint'].numericValue / 1000,
    tbt: audits['total-blocking-time'].numericValue,
  }
}

/** Starts a new browser for each page. The browser writes its port to its folder. */
async function startChromium(chromium: string, folder: string) {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0']
  // In its own process group: the command may be a script that starts the browser, and both must end.
  const args = [...flags, `--user-data-dir=${folder}`, 'about:blank']
  const started = spawn(chromium, args, { stdio: 'ignore', detached: true })
  const end = () => process.kill(-Number(started.pid), 'SIGKILL')
  for (let tries = 0; tries < 240; tries += 1) {
    const content = await readFile(join(folder, 'DevToolsActivePort'), 'utf8').catch(() => '')
    if (content.includes('\n')) return { end, port: Number(content.split('\n')[0]) }
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  end()
  throw new Error('Chromium did not become ready')
}

/** Sets cookies in the browser. A request header would hide them from the scripts of the page. */
async function putCookies(port: number, cookies: readonly { name: string; value: string; url: string }[]) {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`)
  const { webSocketDebuggerUrl } = JSON.parse(await version.text())
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'Storage.setCookies', params: { cookies } }))
  await once(socket, 'message')
  socket.close()
}

/** Posts the sign-in form and returns the session cookies. */
async function signIn(origin: string, user: string) {
  const body = new URLSearchParams({
    USER: user,
    PASSWORD: DEMO_PASSWORD,
    SMENC: 'UTF-8',
    SMLOCALE: 'US-EN',
    SMAGENTNAME: '',
    TARGET: '',
  })
  const reply = await fetch(`${origin}${SIGN_ON_PATH}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { origin },
  })
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .map((pair) => ({ name: pair.slice(0, pair.indexOf('=')), value: pair.slice(pair.indexOf('=') + 1), url: origin }))
}

function measurementsOf([{ name, user }, figures]: Row): Measurement[] {
  return [
    { name: `${name}: performance`, value: figures.performance, target: '>= 98' },
    { name: `${name}: accessibility`, value: figures.accessibility, target: '>= 100' },
    { name: `${name}: best practices`, value: figures.bestPractices, target: '>= 100' },
    { name: `${name}: layout shift`, value: Number(figures.cls.toFixed(3)), target: '<= 0' },
    { name: `${name}: largest contentful paint, s`, value: figures.lcp, ...(user ? {} : { target: '<= 1.3' }) },
  ]
}

function describeRun(rows: readonly Row[]): string {
  const lines = rows.map(
    ([{ name }, { performance, spread, accessibility, bestPractices, cls, lcp, tbt }]) =>
      `| ${name} | ${performance} (${spread}) | ${accessibility} | ${bestPractices} | ${cls.toFixed(3)} | ${lcp.toFixed(1)} s | ${Math.round(tbt)} ms |`,
  )
  return `## Pages

Created by \`npm run bench -- pages\` on ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores. Lighthouse simulates a phone with slow 4G and a 4x slower CPU on the demo plan. Each figure is the median of ${RUNS} runs. Performance also shows the minimum and maximum, and layout shift is the maximum. Targets: performance 98 or more, accessibility and best practices 100, no layout shift, and on the public pages (the first four) a largest contentful paint within 1.3 s.

| page | performance | accessibility | best practices | layout shift | largest contentful paint | blocking time |
|---|---|---|---|---|---|---|
${lines.join('\n')}`
}

/** node bench/pages.ts NAME…: measures single pages and writes no file. */
if (import.meta.main) {
  const names = process.argv.slice(2)
  console.table(await measurePages(PAGES.filter(({ name }) => names.length === 0 || names.includes(name))))
}
