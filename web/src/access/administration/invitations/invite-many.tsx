import { inviteMany, listScopes } from '@portico/core/access/calls'
import { INVITE_MANY_MAX_CHARACTERS } from '@portico/core/access/limits'
import { ACCESS_PAGES } from '@portico/core/access/pages'
import type { AdministeredScope, InviteManyBody, InviteManyResult } from '@portico/core/access/shapes'
import { FIX_ERRORS, SELECT_OPTION } from '@portico/core/forms/messages'
import { type FormEvent, useRef, useState } from 'react'
import { Button, LinkButton } from '#kit/button.tsx'
import { Card } from '#kit/card.tsx'
import { ErrorSummary } from '#kit/error-summary.tsx'
import { FileField } from '#kit/file-field.tsx'
import { Alert } from '#kit/note.tsx'
import { PageHeading } from '#kit/page-heading.tsx'
import { SelectField } from '#kit/select-field.tsx'
import { Loading } from '#shell/gateway/loading.tsx'
import { useAction } from '#shell/gateway/use-action.ts'
import { useCall } from '#shell/gateway/use-call.ts'
import { Page } from '#shell/layout/layout.tsx'
import { BackToPeople } from '../people/administration-subpage.tsx'
import { FileHelp } from './file-help.tsx'
import { InviteRows } from './invite-rows.tsx'
import { scopeOptions } from './scope-options.ts'

/** Invites people from a spreadsheet, after a check of each row. */
export function InviteMany() {
  const scopes = useCall(listScopes)
  return (
    <Page aside>
      <div className="stack">
        <BackToPeople />
        <Card>
          <Loading of={scopes} label="Loading your providers and groups">
            {(found) => <InviteFromFile scopes={found} />}
          </Loading>
        </Card>
      </div>
      <FileHelp />
    </Page>
  )
}

type Checked = { body: InviteManyBody; result: InviteManyResult }

function InviteFromFile({ scopes }: { scopes: readonly AdministeredScope[] }) {
  const [checked, setChecked] = useState<Checked>()
  const [sent, setSent] = useState<InviteManyResult>()
  const send = useAction(inviteMany, setSent)
  if (sent) return <Sent result={sent} />
  if (!checked) return <ChooseFile scopes={scopes} onChecked={setChecked} />
  const { body, result } = checked
  return (
    <>
      <PageHeading>Review before you send</PageHeading>
      {send.refusal && <Alert>{send.refusal.entity.message}</Alert>}
      <InviteRows result={result} good="can be invited" />
      <div className="actions">
        <Button look="line" onClick={() => setChecked(undefined)}>
          Choose another file
        </Button>
        {result.invited > 0 && (
          <Button busy={send.busy} onClick={() => void send.send(body)}>
            {result.invited === 1 ? 'Send 1 invitation' : `Send ${result.invited} invitations`}
          </Button>
        )}
      </div>
    </>
  )
}

function Sent({ result }: { result: InviteManyResult }) {
  return (
    <>
      <PageHeading>Invitations sent</PageHeading>
      <InviteRows result={result} good={result.invited === 1 ? 'is invited' : 'are invited'} />
      <div className="actions">
        <LinkButton href={ACCESS_PAGES.people}>Back to user administration</LinkButton>
      </div>
    </>
  )
}

type ChooseFileProps = { scopes: readonly AdministeredScope[]; onChecked: (checked: Checked) => void }

/** Lets the server validate a file. The validated content is sent later, even if another file is chosen meanwhile. */
function useFileCheck(onChecked: (checked: Checked) => void) {
  const [unreadable, setUnreadable] = useState('')
  const checkedBody = useRef<InviteManyBody>(null)
  const { busy, refusal, send } = useAction(inviteMany, (result) => {
    if (checkedBody.current) onChecked({ body: checkedBody.current, result })
  })
  const checkFile = async (entity: string, file: File | undefined) => {
    setUnreadable('')
    if (!file) return
    const csv = await file.text()
    if (csv.length > INVITE_MANY_MAX_CHARACTERS)
      return setUnreadable('This file is too large. Please split it into smaller files.')
    checkedBody.current = { entity, csv }
    await send({ entity, csv, preview: true })
  }
  return { busy, checkFile, problem: unreadable || refusal?.entity.message }
}

function ChooseFile({ scopes, onChecked }: ChooseFileProps) {
  const [entity, setEntity] = useState(scopes.length === 1 ? (scopes[0]?.entity ?? '') : '')
  const [file, setFile] = useState<File>()
  const [attempt, setAttempt] = useState(0)
  const check = useFileCheck(onChecked)
  const problems = attempt > 0 ? problemsOf(entity, file) : []
  const errorOf = (id: string) => problems.find((problem) => problem.id === id)?.message

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt(attempt + 1)
    void check.checkFile(entity, problemsOf(entity, file).length === 0 ? file : undefined)
  }
  return (
    <>
      <PageHeading bad={problems.length > 0}>Invite many from a file</PageHeading>
      <ErrorSummary heading={FIX_ERRORS} errors={problems} attempt={attempt} />
      {check.problem && <Alert>{check.problem}</Alert>}
      <p>We’ll check every row first and show you any errors. No invitations are sent until you confirm.</p>
      <form noValidate onSubmit={submit}>
        {scopes.length > 1 && (
          <SelectField
            label="Access to"
            name="entity"
            placeholder="Please choose"
            value={entity}
            options={scopeOptions(scopes)}
            error={errorOf('entity')}
            onChange={(event) => setEntity(event.target.value)}
          />
        )}
        <FileField
          label="File with the people"
          hint="A CSV file. Any spreadsheet program can save one."
          name="file"
          accept=".csv,text/csv"
          error={errorOf('file')}
          onChange={(event) => setFile(event.target.files?.[0])}
        />
        <div className="actions">
          <LinkButton look="line" href={ACCESS_PAGES.people}>
            Cancel
          </LinkButton>
          <Button type="submit" busy={check.busy}>
            Check the file
          </Button>
        </div>
      </form>
    </>
  )
}

function problemsOf(entity: string, file: File | undefined): { id: string; message: string }[] {
  return [
    ...(entity === '' ? [{ id: 'entity', message: SELECT_OPTION }] : []),
    ...(file ? [] : [{ id: 'file', message: 'Please choose a file.' }]),
  ]
}
