import { validationMethods } from '@portico/core/registration/conditions'
import type { ValidationMethod } from '@portico/core/registration/model'
import { BUTTONS, CANNOT_BEGIN, HEADINGS, METHOD_NAMES } from '@portico/core/registration/texts/messages'
import { Button } from '#kit/button.tsx'
import { Note } from '#kit/note.tsx'
import { brand } from '#shell/brands/brand.ts'
import { NpiSummary } from './chosen-scope.tsx'
import { ContractOffer } from './contract-offer.tsx'
import { Actions, Frame } from './frame.tsx'
import type { ScreenProps } from './screen.ts'

const NEEDS: Record<ValidationMethod, string> = {
  ssn: 'The last four digits of the provider’s Social Security number.',
  tin: 'The nine digits of the practice’s Tax Identification Number.',
  claim: 'Two claims of this provider: their numbers and billed amounts.',
}

export function PinssnSel(screen: ScreenProps) {
  const { model, dispatch } = screen
  const methods = validationMethods(model)
  return (
    <Frame screen={screen} heading={HEADINGS.pinssnSel}>
      <NpiSummary model={model} />
      {methods.length === 0 ? (
        <Note tone="warn" heading="Registration cannot begin">
          <p>{CANNOT_BEGIN}</p>
          <p>
            Please contact the {brand.physicianTerm}, or call Provider Services at {brand.providerServicesPhone}.
          </p>
        </Note>
      ) : (
        <>
          <p>Choose the information you have ready, to show that you work for this {brand.physicianTerm}.</p>
          <ul className="paths">
            {methods.map((method) => (
              <li key={method} className="path">
                <div>
                  <h2>Validate with {METHOD_NAMES[method]}</h2>
                  <p>{NEEDS[method]}</p>
                </div>
                <Button
                  aria-label={`Start with ${METHOD_NAMES[method]}`}
                  onClick={() => dispatch({ type: 'methodChosen', answers: { validateBy: method } })}
                >
                  Start
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      <ContractOffer screen={screen} />
      <Actions screen={screen} cancelLabel={BUTTONS.cancel} />
    </Frame>
  )
}
