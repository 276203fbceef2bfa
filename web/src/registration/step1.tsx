import { SSN_LAST_LENGTH, TIN_LENGTH } from '@portico/core/constants'
import {
  endWithPeriod,
  filterAmount,
  filterClaimNumber,
  filterSsn,
  filterTin,
  formatAmount,
  storedAmount,
} from '@portico/core/forms/formats'
import { checkStep1 } from '@portico/core/registration/forms'
import { namesOf, PROOF_FIELDS, pickFields, type RegistrationModel } from '@portico/core/registration/model'
import { HEADINGS } from '@portico/core/registration/texts/messages'
import { CLAIMS_EXPLAINED, enterAgain } from '@portico/core/registration/texts/sentences'
import { Note } from '#kit/note.tsx'
import { DigitsField, FilteredField } from '#kit/text-field.tsx'
import { brand } from '#shell/brands/brand.ts'
import { type ScreenForm, useScreenForm } from '#shell/forms/screen-form.ts'
import { ContractOffer } from './contract-offer.tsx'
import { FormScreen } from './form-screen.tsx'
import type { ScreenProps } from './screen.ts'

type Proof = Pick<RegistrationModel, keyof typeof PROOF_FIELDS>

export function Step1(screen: ScreenProps) {
  const { model, dispatch } = screen
  const method = model.validateBy || 'ssn'
  const form = useScreenForm<Proof>(pickFields(model, namesOf(PROOF_FIELDS)), (proof) =>
    checkStep1({ ...proof, validateBy: method }),
  )
  const send = (proof: Proof) =>
    dispatch({
      type: 'identitySubmitted',
      answers: {
        ...proof,
        billAmt1: storedAmount(proof.billAmt1),
        billAmt2: storedAmount(proof.billAmt2),
        billAmt1Format: formatAmount(proof.billAmt1),
        billAmt2Format: formatAmount(proof.billAmt2),
      },
    })
  return (
    <FormScreen
      screen={screen}
      heading={HEADINGS.step1[method]}
      form={form}
      onSend={send}
      intro={
        <>
          {model.returning && (
            <Note>
              <p>{enterAgain(method)}</p>
            </Note>
          )}
          <p>We check what you enter against our records for {endWithPeriod(model.npiName)}</p>
        </>
      }
    >
      {screen.message && <CallInstead />}
      <ContractOffer screen={screen} />
      {method === 'claim' ? <ClaimFields form={form} /> : <NumberField form={form} method={method} />}
    </FormScreen>
  )
}

/** Offers the phone number before the attempts are used up. */
function CallInstead() {
  return (
    <p>
      Not sure what we have on file? Call Provider Services at{' '}
      <a className="nowrap" href={`tel:${brand.providerServicesPhone.replaceAll('-', '')}`}>
        {brand.providerServicesPhone}
      </a>
      .
    </p>
  )
}

const NUMBERS = {
  ssn: {
    name: 'lastSsn',
    label: 'Last four digits of the Social Security number',
    hint: 'Enter the last four digits only.',
    digits: SSN_LAST_LENGTH,
    clean: filterSsn,
  },
  tin: {
    name: 'taxId',
    label: 'Tax Identification Number (TIN)',
    hint: 'Enter nine digits, without dashes.',
    digits: TIN_LENGTH,
    clean: filterTin,
  },
} as const

function NumberField({ form, method }: { form: ScreenForm<Proof>; method: keyof typeof NUMBERS }) {
  const { name, ...number } = NUMBERS[method]
  return <DigitsField {...number} {...form.field(name)} />
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
            {...form.field(`claimNu${number}`)}
          />
          <FilteredField
            label="Billed amount"
            hint="Dollars and cents"
            clean={filterAmount}
            inputMode="decimal"
            autoComplete="off"
            {...form.field(`billAmt${number}`, {
              onBlur: (event) => form.setValue(`billAmt${number}`, storedAmount(event.target.value)),
            })}
          />
        </fieldset>
      ))}
    </>
  )
}
