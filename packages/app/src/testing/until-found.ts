import { expect } from 'vitest'
import type { App } from '../create-app.ts'

/** Looks for models on this machine until one is found: a busy machine misses the first search. */
export async function untilFound(app: App, modelId: string): Promise<void> {
  const found = async (): Promise<boolean> =>
    (await app.refreshModels(undefined)).some(({ id }) => id === modelId)
  await expect.poll(found).toBe(true)
}
