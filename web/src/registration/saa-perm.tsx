import type { PermissionItem } from '@portico/core/access/shapes'
import { isSuccess } from '@portico/core/envelope'
import { FIX_ERRORS, SHARED_BUTTONS } from '@portico/core/forms/messages'
import { getSaaActivePerms } from '@portico/core/registration/calls'
import { permissionEntities } from '@portico/core/registration/conditions'
import { checkSaaPerm } from '@portico/core/registration/forms'
import { isReadOnly } from '@portico/core/registration/preset'
import {
  clearAllPermissions,
  intersectPermissions,
  selectAllPermissions,
  splitColumns,
  togglePermission,
} from '@portico/core/registration/selection'
import { PERMISSIONS_HELP } from '@portico/core/registration/texts/later-messages'
import { BUTTONS, HEADINGS } from '@portico/core/registration/texts/messages'
import { type FormEvent, useState } from 'react'
import { Button, TextButton } from '#kit/button.tsx'
import { CheckboxList } from '#kit/checkbox-list.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { Skeleton } from '#kit/waiting.tsx'
import type { Gateway, Reply } from '#shell/gateway/gateway.ts'
import { ChosenScope } from './chosen-scope.tsx'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'
import { TryAgain, useScreenCall } from './use-screen-call.tsx'

export function SaaPerm(screen: ScreenProps) {
  const { model, dispatch, update, gateway } = screen
  const [attempt, setAttempt] = useState(0)
  const offered = useScreenCall(dispatch, 'permissionsReply', async () =>
    restoreChecked(await loadPermissions(gateway, permissionEntities(model)), model.permissionList),
  )
  const loaded = offered.reply?.ok

  const problem = attempt > 0 ? checkSaaPerm(model).permissionList : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    if (!checkSaaPerm(model).permissionList) dispatch({ type: 'permissionsChosen' })
  }
  return (
    <Frame screen={screen} heading={HEADINGS.saaPerm} bad={problem !== undefined}>
      {problem && (
        <ErrorSummary heading={FIX_ERRORS} errors={[{ id: 'permissionList', message: problem }]} attempt={attempt} />
      )}
      <ChosenScope model={model} />
      <p className="after-summary">{PERMISSIONS_HELP}</p>
      <form noValidate onSubmit={submit}>
        {!loaded && offered.busy && <Skeleton lines={6} />}
        {loaded && (
          <PermissionColumns
            items={model.permissionList}
            error={problem}
            onChange={(permissionList) => update({ permissionList })}
          />
        )}
        <Actions screen={screen} cancelLabel={BUTTONS.cancel}>
          {loaded && <Button type="submit">{BUTTONS.continue}</Button>}
          {loaded === false && <TryAgain call={offered} />}
        </Actions>
      </form>
    </Frame>
  )
}

type ColumnsProps = { items: PermissionItem[]; error: string | undefined; onChange: (items: PermissionItem[]) => void }

function PermissionColumns({ items, error, onChange }: ColumnsProps) {
  return (
    <>
      <div className="row">
        <TextButton onClick={() => onChange(selectAllPermissions(items))}>{SHARED_BUTTONS.selectAll}</TextButton>
        <TextButton onClick={() => onChange(clearAllPermissions(items))}>{SHARED_BUTTONS.clearAll}</TextButton>
      </div>
      <div className="two-columns">
        {splitColumns(items).map((column, index) => (
          <CheckboxList
            key={index === 0 ? 'first' : 'second'}
            name={index === 0 ? 'permissionList' : 'permissionList2'}
            legend={index === 0 ? 'Permissions' : 'More permissions'}
            legendHidden
            error={index === 0 ? error : undefined}
            onToggle={(id) => onChange(togglePermission(items, id))}
            items={column.map((item) => ({
              id: item.referenceId,
              label: item.referenceShortDesc,
              checked: item.checked,
              disabled: isReadOnly(item),
            }))}
          />
        ))}
      </div>
    </>
  )
}

/** One call per chosen entity; offers the permissions that all their SAAs have (behaviour 3.6). */
async function loadPermissions(gateway: Gateway, entities: string[]): Promise<Reply<PermissionItem[]>> {
  const replies = await Promise.all(entities.map((entityId) => gateway.call(getSaaActivePerms, { entityId })))
  const failed = replies.find((reply) => !isSuccess(reply))
  if (failed) return failed
  const lists = replies.flatMap((reply) => (reply.ok ? [reply.entity] : []))
  return { ok: true, status: 200, entity: intersectPermissions(lists) }
}

/** Restores the earlier selection when the visitor returns to the screen. */
function restoreChecked(reply: Reply<PermissionItem[]>, before: PermissionItem[]): Reply<PermissionItem[]> {
  if (!reply.ok) return reply
  const checked = new Set(before.filter((item) => item.checked).map((item) => item.referenceId))
  return { ...reply, entity: reply.entity.map((item) => ({ ...item, checked: checked.has(item.referenceId) })) }
}
