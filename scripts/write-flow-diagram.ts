// Writes docs/registration-flow.md from the flow table.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FlowRow } from '../core/src/registration/flow/flow-events.ts'
import { FLOW_TABLE } from '../core/src/registration/flow/flow-table.ts'
import { ROUTES, type Route, STAGES, stageOf } from '../core/src/registration/routes.ts'
import { HEADINGS } from '../core/src/registration/texts/messages.ts'

export const FLOW_DOCUMENT = join(import.meta.dirname, '..', 'docs', 'registration-flow.md')

const TITLES: Partial<Record<Route, string>> = {
  home: HEADINGS.home,
  roleSel: HEADINGS.roleSel,
  regWith: HEADINGS.regWith,
  regChoice: HEADINGS.regChoice,
  regBy: HEADINGS.regBy,
  pinssnSel: HEADINGS.pinssnSel,
  step1: 'SSN, TIN or CLAIM Validation',
  step2: HEADINGS.step2,
  step3: HEADINGS.step3,
  regConf: 'Confirmation',
  regByStaff: HEADINGS.regByStaff,
  regReqQuiz: 'Identity quiz for the provider',
  regReqComplete: 'Outcome of the request',
  saaPerm: HEADINGS.saaPerm,
  activateUser: HEADINGS.activateUser,
}

type Edge = { from: Route; to: Route; label: string }

const screensOf = (row: FlowRow): readonly Route[] => (row.from === 'any' ? [] : row.from)

/** Transitions between screens. The table also covers staying, leaving the wizard and returning home with a message. */
function edgesOf(rows: readonly FlowRow[]): Edge[] {
  return rows.flatMap((row) =>
    screensOf(row).flatMap((from) =>
      row.to === 'same' || row.to === from ? [] : [{ from, to: row.to, label: row.when.says || row.on }],
    ),
  )
}

function joinLabels(edges: Edge[]): Edge[] {
  const joined = new Map<string, Edge & { labels: Set<string> }>()
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`
    const known = joined.get(key) ?? { ...edge, labels: new Set<string>() }
    joined.set(key, { ...known, labels: known.labels.add(edge.label) })
  }
  return [...joined.values()].map(({ from, to, labels }) => ({ from, to, label: [...labels].join('<br/>') }))
}

function mermaid(edges: Edge[]): string {
  const shown = ROUTES.filter((route) => edges.some((edge) => edge.from === route || edge.to === route))
  const stages = STAGES.flatMap((stage) => {
    const inside = shown.filter((route) => stageOf(route) === stage)
    return inside.length === 0
      ? []
      : [
          `  subgraph ${stage}`,
          ...inside.map((route) => `    ${route}["${route}<br/><i>${TITLES[route]}</i>"]`),
          '  end',
        ]
  })
  const arrows = joinLabels(edges).map(({ from, to, label }) => `  ${from} -->|"${label}"| ${to}`)
  return ['```mermaid', 'flowchart TD', ...stages, ...arrows, '```'].join('\n')
}

function describeRest(row: FlowRow): string {
  const call = typeof row.call === 'function' ? 'the call of 4.22' : row.call
  return [
    call && `calls ${call}`,
    row.popup && `popup ${row.popup}`,
    row.fieldErrors && 'user name error',
    row.message && 'shows a message',
    row.set && row.to === 'home' && !row.exit && row.on !== 'goBack' && 'message on home',
    row.exit && `leaves for ${row.exit}`,
    row.seals === 'quiz' && 'blocks going back into the quiz',
    row.seals === 'submission' && 'blocks going back',
  ]
    .filter(Boolean)
    .join('; ')
}

function tableLine(row: FlowRow): string {
  const from = row.from === 'any' ? 'any screen' : row.from.join(', ')
  const to = row.to === 'same' ? 'stays' : `**${row.to}**`
  return `| ${from} | ${row.on} | ${row.when.says} | ${to} | ${describeRest(row)} | ${row.rule} |`
}

export function renderFlowDocument(): string {
  const backwards = FLOW_TABLE.filter((row) => row.on === 'goBack')
  const forwards = FLOW_TABLE.filter((row) => row.on !== 'goBack' && row.to !== 'home')
  return `# Registration flow

This page is generated from \`core/src/registration/flow/flow-table.ts\`. Do not edit it by hand: change the table, then run \`npx node scripts/write-flow-diagram.ts\`. A check fails if the page is stale.

A screen dispatches an event. \`next(route, event, model)\` in \`core/src/registration/flow/flow.ts\` finds the first matching row of the table. It returns the next screen, the changes of the model, and effects such as a call, a popup or a message. The flow uses neither React nor the network, so each row has its own test.

## Forwards

The boxes are grouped by the stages of the progress bar. Errors return home with a message or stay on the screen; these rows are only in the table.

${mermaid(edgesOf(forwards))}

## GO BACK

Browser Back and Forward move through the screens that were shown (\`core/src/registration/flow/history.ts\`). They skip a graded quiz and never go back past a submission.

${mermaid(edgesOf(backwards))}

## All rows

The first matching row applies. Each row implements the named rule of [behaviour.md](behaviour.md).

| screen | event | condition | next screen | effects | rule |
|---|---|---|---|---|---|
${FLOW_TABLE.map(tableLine).join('\n')}
`
}

if (import.meta.main) writeFileSync(FLOW_DOCUMENT, renderFlowDocument())
