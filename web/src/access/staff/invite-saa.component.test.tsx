import { invite } from '@portico/core/access/calls'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { lastInput } from '../../../test/area.tsx'
import { PROVIDER } from '../../../test/example-provider.ts'
import { expectAccessible, render, reply } from '../../../test/render.tsx'
import { button } from '../../../test/wizard.tsx'
import { InviteSaa } from './invite-saa.tsx'

const scope = (entity: string, kind: 'NPI' | 'PG', name: string) => ({
  ...{ entity, kind, name },
  ...{ saaName: '', saaAccountId: '' },
})

test('staff invite an SAA for a chosen scope, and not without a name and an address', async () => {
  const done: string[] = []
  const provider = {
    ...PROVIDER,
    invites: ['SAA' as const],
    scopes: [scope('NPI:1100000011', 'NPI', 'Amara Whitfield'), scope('GROUP:7', 'PG', 'Tidewater Family Practice')],
  }
  const rendered = render(<InviteSaa provider={provider} onDone={(said) => done.push(said)} />, {
    replies: [reply(invite, { accountId: 'account-9', reference: '7QK4M-2XWHD', waiting: false })],
  })
  await userEvent.click(button('Invite an SAA'))
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Send the invitation' })
  await userEvent.click(send)
  await expect.element(dialog).toMatchTextContent(FIX_ERRORS)
  expect(lastInput(rendered, invite)).toBeUndefined()
  await expectAccessible(rendered.container)
  await userEvent.selectOptions(dialog.getByLabelText('SAA of'), 'Tidewater Family Practice (Provider group)')
  await userEvent.fill(dialog.getByLabelText('First name'), 'Robin')
  await userEvent.fill(dialog.getByLabelText('Last name'), 'Sample')
  await userEvent.fill(dialog.getByLabelText('Email'), 'robin@office.example')
  await userEvent.click(send)
  await expect.poll(() => done).toEqual(['The invitation was sent to robin@office.example.'])
  expect(lastInput(rendered, invite)).toMatchObject({ entity: 'GROUP:7', role: 'SAA', email: 'robin@office.example' })
})
