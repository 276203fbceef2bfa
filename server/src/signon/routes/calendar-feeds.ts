import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '#platform/deps.ts'
import { networkOf } from '#platform/limits/limits.ts'
import { FEED_PATH, readFeed } from '../domain/calendar/feed.ts'

type Named = { Params: { '*': string } }

/** Serves calendar feeds by their private address: no session, no cookies, conditional requests. */
export async function registerCalendarFeeds(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(
    async (feeds) => {
      feeds.addHook('onRequest', async (_request, reply) => {
        reply.header('cache-control', 'private, no-cache').header('x-robots-tag', 'noindex')
      })
      feeds.get<Named>('/*', (request, reply) => sendFeed(deps, request, reply))
    },
    { prefix: FEED_PATH },
  )
}

async function sendFeed({ db, settings, clock }: Deps, request: FastifyRequest<Named>, reply: FastifyReply) {
  const token = /^([^/]*)\.ics$/.exec(request.params['*'])?.[1] ?? ''
  const client = networkOf(request.ip)
  const content = Buffer.from(await readFeed({ db, settings, now: clock.now(), client }, token))
  const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`
  reply.header('etag', etag)
  if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="due-dates.ics"')
  return reply.send(content)
}

/** Weak comparison (RFC 9110, 13.1.2). */
const isKnown = (tags: string | undefined, etag: string): boolean =>
  tags?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false
