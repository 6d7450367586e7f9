import { useEffect, useRef } from 'react'
import { rememberModels } from './stored-models.ts'
import type { WorkbenchState } from './workbench-state.ts'

/** Keeps who answers side by side in a chat for when it is opened again. */
export function useStoredModels(models: WorkbenchState['models']): void {
  const known = useRef(models)
  useEffect(() => {
    rememberModels(known.current, models)
    known.current = models
  }, [models])
}
