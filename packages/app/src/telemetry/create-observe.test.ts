import { expect, test } from 'vitest'
import type { AppEvent } from './app-event.ts'
import { createObserve } from '../create-context.ts'

const ran = (tool: string): AppEvent =>
  ({ kind: 'tool-ran', tool, milliseconds: 1, outcome: 'done' }) as AppEvent

test('names of foreign tools are not exported', () => {
  const seen: AppEvent[] = []
  const observe = createObserve(
    (event) => seen.push(event),
    () => undefined,
  )
  for (const tool of ['read', 'mcp__mail__ada.lovelace', 'CANARY']) observe(ran(tool))
  expect(seen).toEqual([ran('read'), ran('other'), ran('other')])
})
