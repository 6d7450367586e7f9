import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runKillRounds } from '../../packages/app/src/testing/durability/kill-rounds.ts'
import { createRandom } from '../random.ts'
import type { Section } from '../report.ts'

/** Kills the real process and counts what is missing. */
export async function measureKills(kills: number): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-durability-'))
  const say = (done: number): void => {
    if (done % 10 === 0) console.error(`${done} of ${kills} kills`)
  }
  try {
    const result = await runKillRounds({ folder, kills, below: createRandom(Date.now()).below, onKill: say })
    const { lost, duplicated, damaged, torn, rebuilt, problems } = result
    const none = (name: string, found: number) => ({
      name,
      target: '0',
      measured: `${found}`,
      met: found === 0,
    })
    return {
      title: 'Killed with -9 at random',
      notes: [
        '`varve start` with chat files on; four clients send, edit, regenerate, ask several models and rename over HTTP.',
        'After each kill the database and the files are read as they were left; what was in flight is repeated under its key.',
      ],
      tables: [
        {
          title: 'What was done',
          columns: ['', 'number'],
          rows: [
            ['kills', kills],
            ['of them before it was up', result.early],
            ['messages acknowledged', result.acknowledged],
            ['answers begun', result.answers],
            ['chat files', result.chatFiles],
            ...[...result.counts].map(([what, times]) => [what, times] as const),
          ],
        },
      ],
      goals: [
        none('acknowledged and lost', lost),
        none('duplicated', duplicated),
        none('databases damaged', damaged),
        none('chat files torn', torn),
        none('states rebuilt', rebuilt),
        none('problems found by varve db verify', problems.length),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
