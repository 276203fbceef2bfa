import { readPackage } from './read-package.ts'

type Declared = { name: string; definition: string; type: string }
type DeclaredType = {
  type: string
  supportedProfile: string[]
  searchParam: Declared[]
  searchInclude?: string[]
  searchRevInclude?: string[]
}
type Definition = { url: string; expression?: string; target?: string[]; chain?: string[]; modifier?: string[] }

/** What the guide's CapabilityStatement and its search parameters say, in the form of server/plan-net/search.json. */
export function readSearchOfPackage() {
  const files = [...readPackage()]
  const definitions = new Map(
    files
      .filter(([name]) => name.startsWith('package/SearchParameter-'))
      .map(([, text]) => JSON.parse(text) as Definition)
      .map((definition) => [definition.url, definition]),
  )
  const [, statement = ''] = files.find(([name]) => name === 'package/CapabilityStatement-plan-net.json') ?? []
  const resources: DeclaredType[] = JSON.parse(statement).rest[0].resource
  return Object.fromEntries(
    resources.map(({ type, supportedProfile, searchParam, searchInclude = [], searchRevInclude = [] }) => [
      type,
      {
        profiles: supportedProfile,
        includes: searchInclude,
        revIncludes: searchRevInclude,
        parameters: Object.fromEntries(
          searchParam.map(({ name, definition, type: kind }) => {
            const { expression, target, chain, modifier } = definitions.get(definition) ?? {}
            return [name, { type: kind, definition, expression, targets: target, chain, modifiers: modifier }]
          }),
        ),
      },
    ]),
  )
}
