import type { InTransaction } from '#platform/context.ts'
import { fhirId } from '../resources/fhir-id.ts'
import type { FileKind, FileWriters, WrittenFile } from './file-writer.ts'
import { findPlainPlans, listPlainProviders, type PlainPlan, type PlainProvider } from './plain-data.ts'
import { fillName, type Scope, type Template, type TemplateFile } from './template.ts'

type LayoutFile = TemplateFile & { layout: string }
type Layouts = { writers: FileWriters; files: LayoutFile[]; plans: PlainPlan[]; written: WrittenFile[] }

/** Writes the layouts of the templates in one pass over the providers. */
export async function writeLayouts(
  context: InTransaction,
  writers: FileWriters,
  templates: readonly Template[],
): Promise<WrittenFile[]> {
  const files = templates.flatMap(({ layout, files: own }) => own.map((file) => ({ ...file, layout })))
  if (files.length === 0) return []
  const layouts = { writers, files, plans: await findPlainPlans(context), written: [] }
  const lists = await openLists(layouts)
  for await (const provider of listPlainProviders(context)) await writeProvider(layouts, provider)
  for (const list of lists) await finishList(layouts, list)
  return layouts.written
}

/** A list in a file: the file's own, or one of a plan. */
type List = { file: LayoutFile; kind: FileKind }

const kindOf = (file: LayoutFile, scope: Scope): FileKind => ({
  stem: `${file.layout}-${fhirId(fillName(file.name, scope))}`,
  type: file.type,
  format: 'application/json',
  layout: file.layout,
})

const fileScopes = ({ plans }: Layouts, file: LayoutFile): Scope[] =>
  file.per === 'plan' ? plans.map(({ value }) => ({ plan: value })) : [{}]

/** Lists that have no item are files too. */
async function openLists(layouts: Layouts): Promise<List[]> {
  const lists: List[] = []
  for (const file of layouts.files.filter(({ per }) => per !== 'provider'))
    for (const scope of fileScopes(layouts, file)) {
      const kind = kindOf(file, scope)
      const head = JSON.stringify(file.head?.(scope) ?? {}).slice(1, -1)
      const start = file.list === undefined ? '[' : `{${head}${head ? ',' : ''}${JSON.stringify(file.list)}:[`
      await layouts.writers.open(kind, start)
      lists.push({ file, kind })
      if (file.of === 'plan')
        for (const { value } of layouts.plans) await writeItem(layouts, { file, kind }, { plan: value })
    }
  return lists
}

async function finishList({ writers, written }: Layouts, { file, kind }: List): Promise<void> {
  const writer = await writers.open(kind)
  await writer.write(file.list === undefined ? '\n]\n' : '\n]}\n')
  const done = await writers.finish(kind)
  if (done) written.push(done)
}

async function writeItem({ writers }: Layouts, { file, kind }: List, scope: Scope): Promise<void> {
  const writer = await writers.open(kind)
  await writer.write(`${writer.count > 0 ? ',' : ''}\n${JSON.stringify(file.item(scope))}`)
  writer.count += 1
}

async function writeProvider(layouts: Layouts, provider: PlainProvider): Promise<void> {
  for (const file of layouts.files) {
    if (file.per === 'provider') await writeOwnFile(layouts, file, provider)
    else if (file.of !== 'provider') continue
    else if (file.per === undefined) {
      await writeItem(layouts, { file, kind: kindOf(file, {}) }, { provider: dataOf(provider) })
    } else {
      for (const { value, networkId } of layouts.plans) {
        const own = provider.practices.filter((practice) => practice.networkId === networkId)
        if (own.length === 0) continue
        const scope = { plan: value, provider: dataOf({ ...provider, practices: own }) }
        await writeItem(layouts, { file, kind: kindOf(file, scope) }, scope)
      }
    }
  }
}

async function writeOwnFile({ writers, written }: Layouts, file: LayoutFile, provider: PlainProvider): Promise<void> {
  const scope = { provider: dataOf(provider) }
  const kind = kindOf(file, scope)
  const writer = await writers.open(kind, `${JSON.stringify(file.item(scope))}\n`)
  writer.count = 1
  const done = await writers.finish(kind)
  if (done) written.push(done)
}

const dataOf = ({ value, practices }: PlainProvider) => ({
  ...value,
  practices: practices.map((practice) => practice.value),
  plans: plansOf(practices),
})

/** Plans of all practices, each once. */
function plansOf(practices: PlainProvider['practices']) {
  const plans = practices.flatMap(({ value }) => (Array.isArray(value.plans) ? value.plans : []))
  return [...new Map(plans.map((plan) => [JSON.stringify(plan), plan])).values()]
}
