import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { carryOut } from '../../testing/scenarios/carry-out.ts'
import { EGRESS_ATTACKS } from '../../testing/scenarios/egress-attacks.ts'
import { FLOOD_ATTACKS } from '../../testing/scenarios/flood-attacks.ts'
import { FORGERY_ATTACKS } from '../../testing/scenarios/forgery-attacks.ts'
import { type HostileApp, hostileApp } from '../../testing/scenarios/hostile-app.ts'
import { PATH_ATTACKS } from '../../testing/scenarios/path-attacks.ts'
import { SECRET_ATTACKS } from '../../testing/scenarios/secret-attacks.ts'
import { SHAPE_ATTACKS } from '../../testing/scenarios/shape-attacks.ts'
import { WRITE_ATTACKS } from '../../testing/scenarios/write-attacks.ts'

const GROUPS = [
  ['paths out of the workspace', PATH_ATTACKS],
  ['changes that nobody approved', WRITE_ATTACKS],
  ['ways out for what it has read', EGRESS_ATTACKS],
  ['words that are not the user’s', FORGERY_ATTACKS],
  ['calls that are none', SHAPE_ATTACKS],
  ['loops, floods and conflicts', FLOOD_ATTACKS],
  ['what was taken out of its sight', SECRET_ATTACKS],
] as const

/** All of them in the full run, every other one in the short one. */
const EVERY = process.env['VARVE_TEST_SHARE'] === 'full' ? 1 : 2

let it: HostileApp

beforeAll(async () => {
  it = await hostileApp()
})

afterEach(async ({ task }) => {
  it.reset()
  // What is left of the script of one that failed would be said in the next.
  if (task.result?.state !== 'fail') return
  await it.remove()
  it = await hostileApp()
})
afterAll(() => it.remove())

describe.each(GROUPS)('a hostile model: %s', (_, attacks) => {
  const some = attacks.filter((__, index) => index % EVERY === 0)
  test.each(some.map((attack) => [attack.what, attack] as const))('%s', async (__, attack) => {
    await carryOut(it, attack)
  })
})

test('covers at least 60 different attacks', () => {
  const names = GROUPS.flatMap(([, attacks]) => attacks.map(({ what }) => what))
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(60)
})
