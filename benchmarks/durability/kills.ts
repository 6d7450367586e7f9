import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type KillResult, runKillRounds } from '../../packages/app/src/testing/durability/kill-rounds.ts'
import { createRandom } from '../random.ts'
import type { Section } from '../report.ts'

/** Then another database begins: reading all that a hundred kills left, after each one, takes longer than the kill. */
const KILLS_OF_ONE = 100

/** Kills the real process and counts what is missing. */
export async function measureKills(kills: number): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'varve-durability-'))
  const { below } = createRandom(Date.now())
  const results: KillResult[] = []
  try {
    for (let before = 0; before < kills; before += KILLS_OF_ONE) {
      const onKill = (done: number): void => {
        if (done % 10 === 0) console.error(`${before + done} of ${kills} kills`)
      }
      const one = { folder: join(folder, `${before}`), kills: Math.min(KILLS_OF_ONE, kills - before) }
      results.push(await runKillRounds({ ...one, below, onKill }))
      const { acknowledged, lost, duplicated, damaged, torn } = addUp(results)
      console.error({ acknowledged, lost, duplicated, damaged, torn })
    }
    const result = addUp(results)
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

function addUp(results: readonly KillResult[]) {
  const sum = (of: (result: KillResult) => number): number =>
    results.reduce((before, result) => before + of(result), 0)
  const counts = new Map<string, number>()
  for (const result of results)
    for (const [what, times] of result.counts) counts.set(what, (counts.get(what) ?? 0) + times)
  return {
    early: sum(({ early }) => early),
    acknowledged: sum(({ acknowledged }) => acknowledged),
    answers: sum(({ answers }) => answers),
    lost: sum(({ lost }) => lost),
    duplicated: sum(({ duplicated }) => duplicated),
    damaged: sum(({ damaged }) => damaged),
    torn: sum(({ torn }) => torn),
    chatFiles: sum(({ chatFiles }) => chatFiles),
    rebuilt: sum(({ rebuilt }) => rebuilt),
    counts,
    problems: results.flatMap(({ problems }) => problems),
  }
}
