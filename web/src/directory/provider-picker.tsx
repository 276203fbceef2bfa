import type { Call, Description } from '@portico/core/call'
import type { LookupQuery, ProviderOption, ProviderOptions } from '@portico/core/directory/shapes'
import { useState } from 'react'
import { TextButton } from '../kit/button.tsx'
import { Typeahead } from '../kit/typeahead.tsx'
import { useGateway } from '../shell/gateway-context.tsx'

type ProviderPickerProps = {
  /** A look-up of the providers this function covers. */
  call: Call<Description & { query: typeof LookupQuery; entity: typeof ProviderOptions }>
  permId?: string
  onPick: (npi: string) => void
}

/** Finds one of the person's own providers as they type; none chosen means all of them. */
export function ProviderPicker({ call, permId, onPick }: ProviderPickerProps) {
  const gateway = useGateway()
  const [picked, setPicked] = useState<ProviderOption | null>(null)
  const [round, setRound] = useState(0)
  const pick = (option: ProviderOption | null) => {
    setPicked(option)
    onPick(option?.npi ?? '')
  }
  const loadOptions = async (typed: string) => {
    const query = permId ? { permId, search: typed } : { search: typed }
    const reply = await gateway.lookUp(call, query, { typeahead: true })
    return reply.ok ? reply.entity : []
  }
  const showAll = () => {
    pick(null)
    setRound(round + 1)
  }
  return (
    <div className="picker">
      <Typeahead<ProviderOption>
        key={round}
        label="Provider"
        name="provider"
        hint="NPI or name; all your providers when empty"
        loadOptions={loadOptions}
        optionText={(option) => `${option.name} (NPI ${option.npi})`}
        onSelect={pick}
      />
      {picked && <TextButton onClick={showAll}>Show all my providers</TextButton>}
    </div>
  )
}
