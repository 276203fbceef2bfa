import { fastify, type FastifyInstance } from 'fastify'
import type { Deps } from './platform/deps.ts'
import { registerErrorHandling } from './platform/errors.ts'
import { registerHealth } from './platform/health.ts'

/** The same calls answer under both bases (readings section 1). */
const callBases = ['/Provider/rest', '/MemberPortalWeb/rest']

/** Builds the server without listening. What is mounted is the list below; nothing mounts itself. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: deps.log,
    trustProxy: deps.settings.trustProxy,
    bodyLimit: 256 * 1024,
    disableRequestLogging: true,
    routerOptions: { ignoreTrailingSlash: false },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
  })
  registerErrorHandling(app)
  registerHealth(app, deps)
  for (const base of callBases) {
    await app.register(
      async (_rest) => {
        // Areas are mounted here, each with its routes relative to /rest.
      },
      { prefix: base },
    )
  }
  return app
}
