import { DEMO_PATH } from '@portico/core/constants'
import { DEMO_PATIENTS_FILE, type DemoBook } from '@portico/core/demo-book'
import type { FastifyInstance } from 'fastify'
import Type from 'typebox'
import { systemContext } from '#platform/context.ts'
import type { Deps } from '#platform/deps.ts'
import { sendFailure } from '#platform/http/errors.ts'
import { registerCsrf } from '#platform/identity/csrf.ts'
import { renderMailHtml } from '#platform/mail/mail-html.ts'
import { registerDemoApps } from './app/routes.ts'
import { demoScenarios } from './demo-scenarios.ts'
import { asCsv, asPasted, findPatientList } from './patient-list.ts'
import { withQuizAnswers } from './quiz-answers.ts'
import { resetScenario } from './reset-scenario.ts'

const MAILS_SHOWN = 100

/** The demo page's own calls: scenarios, mailbox, reset. Mounted only in demo mode. */
export async function registerDemo(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (demo) => {
      registerCsrf(demo, deps.settings)
      demo.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'no-store')
      })
      registerDemoApps(demo, deps)
      demo.get('/scenarios.json', async (): Promise<DemoBook> => {
        const context = systemContext(deps)
        const book = await withQuizAnswers(context, demoScenarios)
        return { ...book, patients: asPasted(await findPatientList(context)) }
      })
      demo.get(`/${DEMO_PATIENTS_FILE}`, async (_request, reply) => {
        reply.header('content-disposition', `attachment; filename="${DEMO_PATIENTS_FILE}"`)
        return reply.type('text/csv; charset=utf-8').send(asCsv(await findPatientList(systemContext(deps))))
      })
      demo.get('/mail.json', async () => findNewestMails(deps))
      demo.get<{ Params: { id: string } }>(
        '/mail/:id',
        { schema: { params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,18}$' }) }) } },
        async (request, reply) => {
          const mail = await findMail(deps, request.params.id)
          if (!mail) return sendFailure(reply, 404, { message: 'There is no such mail.' })
          reply.header('content-security-policy', MAIL_POLICY).type('text/html; charset=utf-8')
          return reply.send(renderMailHtml(deps.settings, mail))
        },
      )
      demo.post<{ Params: { npi: string } }>(
        '/reset/:npi',
        { schema: { params: Type.Object({ npi: Type.String({ pattern: '^[0-9]{10}$' }) }) } },
        async (request, reply) => {
          const found = await resetScenario(systemContext(deps), request.params.npi)
          return found
            ? { reset: true }
            : sendFailure(reply, 404, { message: 'There is nothing to reset for this NPI.' })
        },
      )
    },
    { prefix: DEMO_PATH },
  )
}

/** A mail as a mail program shows it: no scripts, nothing loaded, and its own styles. */
const MAIL_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

const findMail = ({ db }: Deps, id: string) =>
  db.selectFrom('mail_message').select(['brand', 'subject', 'body']).where('id', '=', id).executeTakeFirst()

/** In demo mode mail is not sent; this mailbox shows it. */
async function findNewestMails({ db }: Deps) {
  const rows = await db
    .selectFrom('mail_message')
    .select(['id', 'to_address', 'subject', 'body', 'created_at'])
    .orderBy('id', 'desc')
    .limit(MAILS_SHOWN)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    to: row.to_address,
    subject: row.subject,
    body: row.body,
    at: row.created_at.toISOString(),
  }))
}
