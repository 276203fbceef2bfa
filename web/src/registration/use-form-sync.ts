import type { ModelChange } from '@portico/core/registration/model'
import { useEffect, useEffectEvent } from 'react'
import type { ScreenForm } from '#shell/forms/screen-form.ts'
import type { ScreenProps } from './screen.ts'

/** Copies typed text into the model, so that it survives GO BACK, the browser's Back and leaving the page. */
export function useFormSync<Values extends ModelChange>(form: ScreenForm<Values>, update: ScreenProps['update']): void {
  const copyToModel = useEffectEvent(() => update(form.getValues()))
  const { watch } = form
  useEffect(() => {
    const subscription = watch(() => copyToModel())
    return () => subscription.unsubscribe()
  }, [watch])
}
