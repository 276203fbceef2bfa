import { SSN_LAST_LENGTH, TIN_LENGTH } from '@portico/core/constants'
import {
  filterAmount,
  filterClaimNumber,
  filterSsn,
  filterTin,
  formatAmount,
  storedAmount,
} from '@portico/core/forms/formats'
import { FIX_ERRORS } from '@portico/core/forms/messages'
import { checkStep1 } from '@portico/core/registration/forms'
import { BUTTONS, HEADINGS } from '@portico/core/registration/messages'
import {
  namesOf,
  PROOF_FIELDS,
  pickFields,
  type RegistrationModel,
  type ValidationMethod,
} from '@portico/core/registration/model'
import { CLAIMS_EXPLAINED } from '@portico/core/registration/sentences'
import { Button } from '../kit/button.tsx'
import { ErrorSummary } from '../kit/error-summary.tsx'
import { Note } from '../kit/note.tsx'
import { DigitsField, FilteredField } from '../kit/text-field.tsx'
import { type ScreenForm, useScreenForm } from '../shell/screen-form.ts'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

type Proof = Pick<RegistrationModel, keyof typeof PROOF_FIELDS>

function useProofForm({ model, dispatch }: ScreenProps, method: ValidationMethod) {
  const form = useScreenForm<Proof>(pickFields(model, namesOf(PROOF_FIELDS)), (proof) =>
    checkStep1({ ...proof, validateBy: method }),
  )
  const submit = form.onValid((proof) =>
    dispatch({
      type: 'identitySubmitted',
      answers: {
        ...proof,
        billAmt1: storedAmount(proof.billAmt1),
        billAmt2: storedAmount(proof.billAmt2),
        billAmt1Format: formatAmount(proof.billAmt1),
        billAmt2Format: formatAmount(proof.billAmt2),
      },
    }),
  )
  return { form, submit }
}

export function Step1(screen: ScreenProps) {
  const { model } = screen
  const method = model.validateBy || 'ssn'
  const { form, submit } = useProofForm(screen, method)
  return (
    <Frame screen={screen} heading={HEADINGS.step1[method]} bad={form.bad}>
      <ErrorSummary heading={FIX_ERRORS} {...form.summary} />
      <p>We compare what you enter with what the plan has on file for {model.npiName}.</p>
      <form noValidate onSubmit={submit}>
        {method === 'ssn' && (
          <DigitsField
            label="Last four digits of the Social Security number"
            hint={`${SSN_LAST_LENGTH} digits`}
            digits={SSN_LAST_LENGTH}
            clean={filterSsn}
            error={form.errors.lastSsn}
            {...form.register('lastSsn')}
          />
        )}
        {method === 'tin' && (
          <DigitsField
            label="Tax Identification Number (TIN)"
            hint={`${TIN_LENGTH} digits`}
            digits={TIN_LENGTH}
            clean={filterTin}
            error={form.errors.taxId}
            {...form.register('taxId')}
          />
        )}
        {method === 'claim' && <ClaimFields form={form} />}
        <Actions screen={screen}>
          <Button type="submit" busy={screen.busy}>
            {BUTTONS.continue}
          </Button>
        </Actions>
      </form>
    </Frame>
  )
}

function ClaimFields({ form }: { form: ScreenForm<Proof> }) {
  return (
    <>
      <Note>
        <p>{CLAIMS_EXPLAINED}</p>
      </Note>
      {([1, 2] as const).map((number) => (
        <fieldset className="pair" key={number}>
          <legend>{number === 1 ? 'First claim' : 'Second claim'}</legend>
          <FilteredField
            label="Claim number"
            clean={filterClaimNumber}
            autoComplete="off"
            error={form.errors[`claimNu${number}`]}
            {...form.register(`claimNu${number}`)}
          />
          <FilteredField
            label="Billed amount"
            hint="Dollars and cents"
            clean={filterAmount}
            inputMode="decimal"
            autoComplete="off"
            error={form.errors[`billAmt${number}`]}
            {...form.register(`billAmt${number}`, {
              onBlur: (event) => form.setValue(`billAmt${number}`, storedAmount(event.target.value)),
            })}
          />
        </fieldset>
      ))}
    </>
  )
}
