import { release } from '#platform/observability/release.ts'
import { guide } from '../resources/guide.ts'
import { type SearchType, searchGuide } from './search-guide.ts'

/** The day of the last change of this statement. */
const CHANGED = '2026-11-18'

/** What /fhir offers: what the guide's data lists and the server implements. */
export const describeCapabilities = (base: string) => ({
  resourceType: 'CapabilityStatement',
  url: `${base}/metadata`,
  version: release,
  name: 'ProviderDirectory',
  title: 'Provider directory',
  status: 'active',
  date: CHANGED,
  kind: 'instance',
  software: { name: 'Portico', version: release },
  implementation: { description: 'The provider directory of a health plan, read-only', url: base },
  fhirVersion: guide.fhirVersion,
  format: ['application/fhir+json', 'json'],
  implementationGuide: [`${guide.canonical}/ImplementationGuide/${guide.package}|${guide.version}`],
  rest: [
    {
      mode: 'server',
      documentation: 'Reads and searches need no credentials. The interface is limited per network address.',
      security: { cors: true },
      resource: Object.entries(searchGuide).map(describeType),
    },
  ],
})

const describeType = ([type, { profiles, includes, revIncludes, parameters }]: [string, SearchType]) => ({
  type,
  supportedProfile: profiles,
  interaction: [{ code: 'read' }, { code: 'search-type' }],
  versioning: 'no-version',
  readHistory: false,
  conditionalRead: 'full-support',
  referencePolicy: ['literal', 'local', 'resolves'],
  ...(includes.length > 0 ? { searchInclude: includes } : {}),
  ...(revIncludes.length > 0 ? { searchRevInclude: revIncludes } : {}),
  searchParam: Object.entries(parameters).map(([name, { definition, type: kind }]) => ({
    name,
    definition,
    type: kind,
  })),
})
