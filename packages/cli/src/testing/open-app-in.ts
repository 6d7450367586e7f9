import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openApp } from '@varve/app'

type Options = Parameters<typeof openApp>[0]

interface Otherwise extends Pick<Options, 'masterKey'> {
  /** Of the workspace. */
  readonly name?: string
  readonly now?: () => number
}

/** The app on a folder that has its notes in `vault`, as it runs while a command is called. */
export function openAppIn(
  base: string,
  { name = 'Demo', now = Date.now, ...more }: Otherwise = {},
): ReturnType<typeof openApp> {
  return openApp({
    database: join(base, 'varve.db'),
    dataFolder: base,
    demo: { vault: join(base, 'vault'), name },
    clock: { now },
    newId: randomUUID,
    report: () => undefined,
    ...more,
  })
}
