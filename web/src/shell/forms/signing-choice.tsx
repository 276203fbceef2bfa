import { EMAIL_MAX, NAME_MAX, PROVIDER_PATHS } from '@portico/core/constants'
import { askForSignature, startSigning } from '@portico/core/contracts/calls'
import { checkSignatory } from '@portico/core/contracts/forms'
import { formatDay } from '@portico/core/forms/moments'
import { type ReactNode, useState } from 'react'
import { Button } from '#kit/button.tsx'
import { Dialog } from '#kit/dialog.tsx'
import { Alert } from '#kit/note.tsx'
import { TextField } from '#kit/text-field.tsx'
import { useSave } from '../gateway/use-save.ts'
import { CheckedForm } from './checked-form.tsx'
import { useScreenForm } from './screen-form.ts'

type SigningChoiceProps = {
  /** The newest request waiting for a contract if left out. */
  reference?: string
  /** A signer was already asked; the new one replaces them. */
  isReplacement?: boolean
  /** Waits for a sign-in in progress. */
  beforeSend?: () => Promise<unknown>
  onSent: (message: string) => void
}

/** Two ways to sign the contract (behaviour 10.6): now on this screen, or by email to another signer. */
export function SigningChoice({ reference, isReplacement = false, beforeSend, onSent }: SigningChoiceProps) {
  const [dialogOpen, setDialogOpen] = useState(false)
  const contract = reference ? { reference } : {}
  const start = useSave(startSigning, ({ signId }) =>
    location.assign(`${PROVIDER_PATHS.signContract}?signId=${signId}`),
  )
  const signNow = async () => {
    await beforeSend?.()
    await start.send(contract)
  }
  return (
    <>
      {start.refusal && <Alert>{start.refusal.entity.message}</Alert>}
      <div className="row">
        <Button look={isReplacement ? 'line' : 'main'} busy={start.busy} onClick={() => void signNow()}>
          Sign online now
        </Button>
        <Button look="line" onClick={() => setDialogOpen(true)}>
          {isReplacement ? 'Ask someone else' : 'Ask someone to sign'}
        </Button>
      </div>
      {dialogOpen && (
        <SignatoryDialog
          contract={contract}
          beforeSend={beforeSend}
          onClose={() => setDialogOpen(false)}
          onSent={(message) => {
            setDialogOpen(false)
            onSent(message)
          }}
        />
      )}
    </>
  )
}

type SignatoryDialogProps = {
  contract: { reference?: string }
  beforeSend: (() => Promise<unknown>) | undefined
  onClose: () => void
  onSent: (message: string) => void
}

const EMPTY_SIGNATORY = { name: '', title: '', email: '', confirmEmail: '' }

function SignatoryDialog({ contract, beforeSend, onClose, onSent }: SignatoryDialogProps) {
  const form = useScreenForm(EMPTY_SIGNATORY, checkSignatory)
  const ask = useSave(askForSignature, ({ expiresOn }) =>
    onSent(`We emailed ${form.getValues('name')} a link to sign. It works until ${formatDay(expiresOn)}.`),
  )
  const send = async (values: typeof EMPTY_SIGNATORY) => {
    await beforeSend?.()
    await ask.send({ ...contract, ...values })
  }
  return (
    <Dialog
      open
      heading="Ask someone to sign"
      onClose={onClose}
      actions={
        <>
          <Button look="line" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="ask-to-sign" busy={ask.busy}>
            Send the contract
          </Button>
        </>
      }
    >
      <CheckedForm form={form} id="ask-to-sign" message={ask.refusal?.entity.message} intro={INTRO} onSend={send}>
        <TextField label="Name" autoComplete="off" maxLength={NAME_MAX} {...form.field('name')} />
        <TextField
          label="Title"
          hint="For example Medical Director"
          autoComplete="off"
          maxLength={NAME_MAX}
          {...form.field('title')}
        />
        <TextField label="Email" type="email" autoComplete="off" maxLength={EMAIL_MAX} {...form.field('email')} />
        <TextField
          label="Confirm email"
          type="email"
          autoComplete="off"
          maxLength={EMAIL_MAX}
          {...form.field('confirmEmail')}
        />
      </CheckedForm>
    </Dialog>
  )
}

const INTRO: ReactNode = (
  <p>
    We’ll email a link to someone authorized to sign for the provider. They don’t need an account, and it takes a few
    minutes.
  </p>
)
