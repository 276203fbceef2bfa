import { listMyRequests, listScopes } from '@portico/core/access/calls'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { MyRequest } from '@portico/core/access/request-shapes'
import type { AdministeredScope, OfficeHome } from '@portico/core/access/shapes'
import { PROVIDER_PATHS } from '@portico/core/constants'
import { formatDay } from '@portico/core/forms/moments'
import type { Me } from '@portico/core/signon/shapes'
import type { ReactNode } from 'react'
import { TitledCard } from '#kit/card.tsx'
import { capitalize, countOf } from '#kit/count-of.ts'
import { Loading } from '#shell/gateway/loading.tsx'
import { type Loaded, useCall } from '#shell/gateway/use-call.ts'
import { countToConfirm, isPending } from '../grants/labels.ts'

type ToDoProps = { me: Me; home: Loaded<OfficeHome> }

/** Items that wait for the user, and the user's own pending requests. */
export function ToDo({ me, home }: ToDoProps) {
  return (
    <TitledCard id="waiting" heading="To do">
      {me.administers ? <AdministratorTasks me={me} home={home} /> : <UserTasks me={me} home={home} />}
    </TitledCard>
  )
}

function UserTasks({ me, home }: ToDoProps) {
  const tasks = home.state === 'ready' ? successorTasks(home.entity) : []
  return (
    <>
      <Links tasks={tasks} />
      <OwnRequests me={me} emptyText={tasks.length === 0 && home.state === 'ready' ? CAUGHT_UP : ''} />
    </>
  )
}

const CAUGHT_UP = 'You’re all caught up.'

function AdministratorTasks({ me, home }: ToDoProps) {
  const scopes = useCall(listScopes)
  return (
    <Loading of={home} label="Loading your tasks" lines={2}>
      {(found) => (
        <Loading of={scopes} label="Loading your tasks" lines={2}>
          {(administered) => <Tasks me={me} tasks={tasksOf(administered, found)} />}
        </Loading>
      )}
    </Loading>
  )
}

type Task = { text: string; href: string }

function Tasks({ me, tasks }: { me: Me; tasks: Task[] }) {
  return (
    <>
      <Links tasks={tasks} />
      <OwnRequests me={me} emptyText={tasks.length === 0 ? CAUGHT_UP : ''} />
      {me.roles.includes('SAA') && (
        <p>
          <a href={ACCESS_PAGES.due}>Due dates at a glance</a>
        </p>
      )}
    </>
  )
}

const Links = ({ tasks }: { tasks: Task[] }) =>
  tasks.length > 0 && (
    <TaskList items={tasks.map(({ text, href }) => ({ key: text, text: <a href={href}>{text}</a> }))} />
  )

function tasksOf(scopes: AdministeredScope[], home: OfficeHome): Task[] {
  const { waiting, invitations } = home
  const confirm = countToConfirm(scopes)
  const texts = [
    waiting.total > 0 &&
      `${capitalize(countOf(waiting, 'access request needs', 'access requests need'))} your decision`,
    confirm > 0 && `${countOf(confirm, 'person’s access has', 'people’s access has')} to be confirmed`,
    invitations > 0 && `${countOf(invitations, 'invitation has', 'invitations have')} not been accepted yet`,
  ].filter((text) => text !== false)
  return [...texts.map((text) => ({ text, href: PROVIDER_PATHS.access })), ...successorTasks(home)]
}

/** What concerns the user's successor, or the user as successor. */
function successorTasks({ successors: { missing, toConfirm, toAnswer, offered } }: OfficeHome): Task[] {
  return [
    offered > 0 && 'You can take over as Senior Access Administrator',
    toAnswer > 0 && 'You were named as successor: agree or decline',
    toConfirm > 0 && 'Confirm your successor',
    missing > 0 && 'Name a successor who takes over when you leave',
  ]
    .filter((text) => text !== false)
    .map((text) => ({ text, href: ACCESS_PAGES.successor }))
}

function OwnRequests({ me, emptyText }: { me: Me; emptyText: string }) {
  const hasSome = me.pendingRequests.length > 0
  const requests = useCall(listMyRequests, { enabled: hasSome })
  if (!hasSome) return emptyText ? <p className="soft">{emptyText}</p> : null
  return (
    <Loading of={requests} label="Loading your requests" lines={2}>
      {(found) => <PendingRequests requests={found.filter((request) => isPending(request.state))} />}
    </Loading>
  )
}

const REQUESTS_SHOWN = 2

/** Only a few, so that the eligibility check below stays in sight. */
function PendingRequests({ requests }: { requests: MyRequest[] }) {
  return (
    <>
      <h3>Your own requests</h3>
      <TaskList
        items={requests.slice(0, REQUESTS_SHOWN).map((request) => ({
          key: request.reference,
          text: (
            <>
              <a href={`${PROVIDER_PATHS.status}#${request.reference}`}>{request.npiName || request.npi}</a>
              <span className="soft small">
                Requested on {formatDay(request.askedOn)}. {request.next}
              </span>
            </>
          ),
        }))}
      />
      {requests.length > REQUESTS_SHOWN && (
        <p>
          <a href={PROVIDER_PATHS.status}>All {requests.length} requests</a>
        </p>
      )}
    </>
  )
}

function TaskList({ items }: { items: { key: string; text: ReactNode }[] }) {
  return (
    <ul className="links described">
      {items.map(({ key, text }) => (
        <li key={key}>{text}</li>
      ))}
    </ul>
  )
}
