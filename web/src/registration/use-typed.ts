import type { ModelChange } from '@portico/core/registration/model'
import { useEffect, useEffectEvent } from 'react'
import type { ScreenForm } from '../shell/forms/screen-form.ts'
import type { ScreenProps } from './screen.ts'

/** What is typed goes into the model as it is typed, and so survives GO BACK, the browser's Back and leaving the page. */
export function useTyped<Values extends ModelChange>(form: ScreenForm<Values>, update: ScreenProps['update']): void {
  const handOver = useEffectEvent(() => update(form.getValues()))
  const { watch } = form
  useEffect(() => {
    const watching = watch(() => handOver())
    return () => watching.unsubscribe()
  }, [watch])
}
