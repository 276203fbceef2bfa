import { PROVIDER_PATHS, VIEW_HEADER } from '@portico/core/constants'
import { END_VIEW_FIRST, VIEW_ENDED, VIEW_REFUSED } from '@portico/core/staff-views/sentences'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordAudit } from '../audit/audit.ts'
import type { Session } from '../context.ts'
import { runPrepared } from '../database/prepared.ts'
import type { Deps } from '../deps.ts'
import { HttpFailure } from '../http/errors.ts'

/**
 * A view is what a support agent sees of the portal as one provider account sees it (behaviour 23.20). It belongs to the
 * agent's session: a call names it in a header, and this is the one place where the header gets a meaning.
 */
export function registerStaffViews(calls: FastifyInstance, deps: Deps): void {
  calls.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[VIEW_HEADER] === undefined) return done()
    enterView(deps, request).then(() => done(), done)
  })
}

/** Replaces the agent's session by the view, for this call only, if the call declares `seeAs`. */
async function enterView(deps: Deps, request: FastifyRequest): Promise<void> {
  const { access } = request.routeOptions.config
  // An unknown call gets 404, and a call without a session 401, as without the header.
  if (access === undefined || !request.session) {
    if (access === 'public') throw refused()
    return
  }
  const agent = request.session
  const view = isSupport(agent) ? await findView(deps, agent, request.headers[VIEW_HEADER]) : undefined
  if (!view) throw new HttpFailure(403, 'view-ended', VIEW_ENDED)
  const isAllowed = access !== 'public' && access.seeAs === true
  await recordUse(deps, request, view, isAllowed)
  if (isAllowed) {
    request.session = view
    return
  }
  deps.metrics.staffViews.inc({ what: 'refused' })
  throw refused()
}

const refused = () => new HttpFailure(403, 'see-as', VIEW_REFUSED)

const isSupport = ({ kind, staffRole, factorDue, byDoor }: Session): boolean =>
  kind === 'internal' && staffRole === 'SUPPORT' && factorDue === null && !byDoor

type Viewing = Session & Required<Pick<Session, 'view'>>

type ViewRow = { public_id: string; account_id: string; unmasked: boolean; has_active: boolean; permissions: string[] }

const viewSql = `
  select v.public_id, v.account_id, v.unmasked,
    exists (select from access_grant g where g.account_id = v.account_id and g.state = 'ACTIVE') as has_active,
    array(select distinct unnest(g.permissions) from access_grant g
          where g.account_id = v.account_id and g.state = 'ACTIVE') as permissions
  from staff_view v join account a on a.id = v.account_id
  where v.public_id = $1 and v.session_hash = $2 and v.staff_account_id = $3 and v.ended_at is null and v.ends_at > $4
    and a.state = 'ACTIVE' and a.kind = 'provider'`

/** The viewed account as the calls see it. It has no recent proof, so no call that needs one accepts it. */
async function findView({ db, clock }: Deps, agent: Session, id: unknown): Promise<Viewing | undefined> {
  if (typeof id !== 'string') return undefined
  const values = [id, agent.idHash, agent.accountId, clock.now()]
  const [row] = await runPrepared<ViewRow>(db, viewSql, values)
  if (!row) return undefined
  return {
    idHash: agent.idHash,
    publicId: agent.publicId,
    accountId: row.account_id,
    kind: 'provider',
    active: row.has_active,
    permissions: row.permissions,
    proof: { by: 'PASSWORD', at: new Date(0), usedAt: null },
    factorDue: null,
    staffRole: null,
    byDoor: false,
    view: { publicId: row.public_id, agentId: agent.accountId, unmasked: row.unmasked },
  }
}

/**
 * A view is no session of the person, and applications take none. While one is open, the agent does not sign in to
 * applications either, so that an application does not take the agent's own sign-in for the person's.
 */
export async function refuseInView(
  { db, clock }: Deps,
  { headers }: FastifyRequest,
  session: Session | null,
): Promise<void> {
  if (headers[VIEW_HEADER] !== undefined) throw refused()
  if (session?.staffRole !== 'SUPPORT') return
  const view = db.selectFrom('staff_view').select('id').where('session_hash', '=', session.idHash)
  const open = view.where('ended_at', 'is', null).where('ends_at', '>', clock.now())
  if (await open.executeTakeFirst()) throw new HttpFailure(403, 'see-as', END_VIEW_FIRST)
}

const PAGE_MAX = 120

/** A page of the provider area, without its query. The browser says so; it decides nothing. */
function pageOf({ headers }: FastifyRequest): string | undefined {
  const { pathname = '' } = URL.parse(headers.referer ?? '') ?? {}
  return pathname.startsWith(`${PROVIDER_PATHS.area}/`) ? pathname.slice(0, PAGE_MAX) : undefined
}

/** Every call of a view is recorded before it is answered, with the page that made it. Refused calls too. */
async function recordUse(deps: Deps, request: FastifyRequest, { accountId, view }: Viewing, isAllowed: boolean) {
  const { db, clock } = deps
  const page = pageOf(request)
  const actor = { kind: 'internal', accountId: view.agentId } as const
  await recordAudit(
    { db, now: clock.now(), actor, address: request.ip },
    {
      action: isAllowed ? 'view.called' : 'view.refused',
      subjectAccountId: accountId,
      details: { view: view.publicId, call: request.routeOptions.config.call?.path, ...(page ? { page } : {}) },
    },
  )
}
