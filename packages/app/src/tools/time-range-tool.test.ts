import { describe, expect, test } from 'vitest'
import { NOW } from './testing/tool-workspace.ts'
import { timeRangeTool } from './time-range-tool.ts'
import type { ToolRun } from './tool.ts'

/** It asks for the time and nothing else. */
const say = async (text: string): Promise<string> =>
  (await timeRangeTool.run({ text }, { now: NOW } as ToolRun)).text

describe('timeRange', () => {
  test.each([
    ['last week', '2026-11-02 to 2026-11-08'],
    ['yesterday', '2026-11-14'],
    ['last 3 days', '2026-11-13 to 2026-11-15'],
    ['March', '2026-03-01 to 2026-03-31'],
    ['in March 2025', '2025-03-01 to 2025-03-31'],
    ['2025', '2025-01-01 to 2025-12-31'],
    ['2024-02', '2024-02-01 to 2024-02-29'],
    ['2026-11-03', '2026-11-03'],
  ])('reads %s', async (words, days) => {
    expect(await say(words)).toBe(`${days}, both included. Today is 2026-11-15.`)
  })

  test.each(['when pigs fly', '2026-13', '2026-02-30', 'plums last week'])('refuses %s', async (words) => {
    await expect(async () => say(words)).rejects.toThrow('could not be read as a time')
  })
})
