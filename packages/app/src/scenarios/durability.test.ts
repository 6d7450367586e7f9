import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runKillRounds } from '../testing/durability/kill-rounds.ts'

const KILLS = process.env['VARVE_TEST_SHARE'] === 'full' ? 100 : 2

test(`varve start under mixed load, killed ${KILLS} times: nothing acknowledged is lost or doubled, no file is torn`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'varve-kills-'))
  try {
    const result = await runKillRounds({
      folder,
      kills: KILLS,
      below: (limit) => (limit < 1 ? 0 : randomInt(limit)),
    })
    expect(result).toMatchObject({ lost: 0, duplicated: 0, damaged: 0, torn: 0, rebuilt: 0, problems: [] })
    expect(result.acknowledged).toBeGreaterThan(0)
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}, 3_600_000)
