import type { NpiSearchResult } from '@portico/core/registration/shapes'
import type { AccessPorts, Db } from '../../platform/access-ports.ts'
import type { IdentityService } from './quiz/identity-service.ts'

/** What the registration area is built from, once, before its calls are mounted under both bases. */
export type RegistrationParts = {
  ports: AccessPorts
  identity: IdentityService
  captchaKey: string
  searchProviders(db: Db, search: string, limit: number): Promise<NpiSearchResult[]>
}
