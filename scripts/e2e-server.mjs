// Server of the browser tests: the product as `npm start` runs it, with a temporary data folder.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureWebBuild } from './build-web.mjs'
import { fail, node24, projectEnvironment, runForeground } from './setup.mjs'

const { ok, output } = await ensureWebBuild()
if (!ok) fail(`${output}\nThe web pages could not be built.`)

const dataDir = process.env.PORTICO_E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portico-e2e-'))
// The database user needs access when the tests run as root.
chmodSync(dataDir, 0o755)

// All journeys use one address, so the limits are raised. Other tests cover the limits.
const limits = {
  PORTICO_LIMIT_NPI_LOOKUPS_PER_5_MIN: '100000',
  PORTICO_LIMIT_STEP_1_FAILURES_PER_HOUR_PER_ADDRESS: '100000',
  PORTICO_LIMIT_QUIZZES_PER_DAY_PER_NPI: '100000',
  PORTICO_LIMIT_SIGN_INS_PER_MINUTE_PER_USER: '100000',
  PORTICO_LIMIT_SIGN_INS_PER_MINUTE_PER_ADDRESS: '100000',
  PORTICO_LIMIT_STRANGER_MAILS_PER_DAY_PER_ADDRESS: '100000',
  PORTICO_LIMIT_STRANGER_MAILS_PER_DAY_PER_TARGET: '100000',
  PORTICO_LIMIT_SIGNING_CODES_PER_DAY_PER_ADDRESS: '100000',
  PORTICO_LIMIT_SIGNING_TRIES_PER_DAY_PER_ADDRESS: '100000',
  PORTICO_LIMIT_SIGNING_MAILS_PER_DAY_PER_ADDRESS: '100000',
  PORTICO_LIMIT_RECOVERIES_PER_DAY_PER_ADDRESS: '100000',
  PORTICO_LIMIT_HASHES_WAITING: '1000',
  PORTICO_LIMIT_INSPECTION_MS: '60000',
  PORTICO_LIMIT_REQUESTS_PER_DAY_PER_NPI: '100000',
  PORTICO_LIMIT_NOTICES_PER_DAY: '100000',
  PORTICO_LIMIT_HASHES_WAITING_PER_ADDRESS: '1000',
  PORTICO_LIMIT_MEMBER_REGISTRATIONS_PER_HOUR_PER_ADDRESS: '100000',
  PORTICO_LIMIT_PASSKEY_CHALLENGES_PER_5_MIN_PER_ADDRESS: '100000',
  PORTICO_CAPTCHA_COST: '500',
  // One group requires a second factor, after a grace period that only its own journey lets pass.
  PORTICO_FACTOR_POLICY_SAA: 'required:14',
  PORTICO_FACTOR_EMAIL: 'MEMBER',
}
const { DATABASE_URL: _ours, ...environment } = projectEnvironment()
const env = { ...environment, ...limits, PORTICO_DATA_DIR: dataDir, PORTICO_DEMO: '1', HOST: '127.0.0.1' }
const program = ['--import', './e2e/support/cheap-hashes.ts', 'server/src/main.ts']
process.exitCode = await runForeground(node24, program, { env })
rmSync(dataDir, { recursive: true, force: true })
