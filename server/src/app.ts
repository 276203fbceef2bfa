import { MEMBER_BASE, PROVIDER_BASE } from '@portico/core/constants'
import { type FastifyBaseLogger, type FastifyInstance, fastify } from 'fastify'
import { brands } from '#platform/brands/brands.ts'
import { registerAccessGuard } from '#platform/calls/access-guard.ts'
import { mountOn } from '#platform/calls/mount.ts'
import { registerOpenApi } from '#platform/calls/openapi.ts'
import type { Deps } from '#platform/deps.ts'
import { compileSchemasOnce } from '#platform/http/compile-schemas.ts'
import { registerCookies } from '#platform/http/cookies.ts'
import { registerErrorHandling } from '#platform/http/errors.ts'
import {
  httpOptions,
  registerCallRules,
  registerRequestLog,
  registerSecurityHeaders,
  trustedProxies,
} from '#platform/http/http.ts'
import { limitHashing } from '#platform/identity/argon2-threads.ts'
import { registerCsrf } from '#platform/identity/csrf.ts'
import { registerSession } from '#platform/identity/session.ts'
import { registerStaffViews } from '#platform/identity/staff-view.ts'
import { registerStepUp } from '#platform/identity/step-up.ts'
import { registerClientNetwork } from '#platform/limits/client-network.ts'
import { registerHealth } from '#platform/operations/health.ts'
import { registerFunnel, registerMetrics } from '#platform/operations/metrics-endpoint.ts'
import { registerStaticFiles } from '#platform/pages/static-files.ts'
import { accessRoutes } from './access/routes.ts'
import { contentRoutes } from './content/routes.ts'
import { contractRoutes } from './contracts/routes.ts'
import { registerDemo } from './demo/routes.ts'
import { internalRoutes } from './internal/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { planDataRoutes } from './plan-data/routes.ts'
import { providerDirectoryRoutes, registerProviderDirectory } from './provider-directory/routes.ts'
import { findContractForm } from './registration/registration.ts'
import { registrationRoutes } from './registration/routes.ts'
import { applicationRoutes, registerSignOnHub } from './sign-on-hub/routes.ts'
import { carryOutForApplication } from './sign-on-hub/sign-on-hub.ts'
import { registerSignOn, signonRoutes } from './signon/routes.ts'
import { canRequestReset, findOwnerAddresses } from './signon/signon.ts'
import { registerStaffSignIn } from './staff-sign-in/routes.ts'

/** Builds the server without listening. Mounts exactly the list below. */
export async function buildApp(deps: Deps, options: { webFolder?: string } = {}): Promise<FastifyInstance> {
  const { settings } = deps
  const loggerInstance: FastifyBaseLogger = deps.log
  const app = fastify({ ...httpOptions, loggerInstance, trustProxy: trustedProxies(settings.trustProxy) })
  compileSchemasOnce(app)
  app.removeContentTypeParser('text/plain')
  registerErrorHandling(app)
  registerRequestLog(app, deps.tracer)
  await registerSecurityHeaders(app, settings)
  await registerCookies(app, settings)
  registerClientNetwork(app)
  limitHashing(settings.limits, () => deps.metrics.hashesRefused.inc())
  registerMetrics(app, deps.metrics, settings)
  registerHealth(app, deps)
  await registerOpenApi(app, settings)

  // The same calls are served under both bases (behaviour 2.7).
  for (const base of [PROVIDER_BASE, MEMBER_BASE]) {
    await app.register(async (calls) => mountCalls(calls, deps), { prefix: `${base}/rest` })
  }
  await registerSignOn(app, deps)
  await registerSignOnHub(app, deps)
  await registerStaffSignIn(app, deps)
  await registerProviderDirectory(app, deps)
  if (settings.demo) await registerDemo(app, deps)
  await registerStaticFiles(app, settings, options.webFolder)
  // Prepares the contract form for the first look-up.
  app.addHook('onListen', async () => {
    await Promise.all(brands.map(({ id }) => findContractForm(id)))
  })
  return app
}

/** Every area's calls, relative to /rest. Rules come first, because they apply to the calls below them. */
function mountCalls(calls: FastifyInstance, deps: Deps): void {
  registerCallRules(calls)
  registerFunnel(calls, deps.metrics)
  registerCsrf(calls, deps.settings)
  registerSession(calls, deps)
  registerStaffViews(calls, deps)
  registerAccessGuard(calls)
  registerStepUp(calls, deps)
  const mount = mountOn(calls, deps)
  signonRoutes(mount)
  applicationRoutes(mount)
  registrationRoutes(mount)
  accessRoutes(mount, { canResetFactors: canRequestReset, findOwnerAddresses }, carryOutForApplication)
  planDataRoutes(mount)
  providerDirectoryRoutes(mount)
  contentRoutes(mount)
  contractRoutes(mount)
  memberRoutes(mount)
  internalRoutes(mount)
}
