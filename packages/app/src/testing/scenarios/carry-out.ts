import type { Scenario } from '@varve/lab/simulator'
import { expect } from 'vitest'
import { collect, lastTurn, WORKSPACE } from '../temporary-app.ts'
import type { TurnView } from '@varve/contract'
import type { Attack, HostileStep } from './attack.ts'
import { CANARY, type HostileApp } from './hostile-app.ts'

const MODEL = 'openai/gpt-5.6'
const DONE = 'I am done.'
/** Whatever a model and its tools say, one request stays below this. */
const LARGEST_BODY = 4_000_000
const LARGEST_STEPS = 1_000_000

/** Lets the model try, and looks at everything that may have come of it. */
export async function carryOut(it: HostileApp, attack: Attack): Promise<TurnView> {
  const { files = {}, rules = [], mode = 'act', attach = [], changed = [], fetched = [] } = attack
  for (const [path, text] of Object.entries(files)) it.write(path, text)
  await attack.prepare?.(it)
  await it.app.setToolRules({ workspaceId: WORKSPACE, rules })
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  const settings = { runner: 'agent', mode, ...(attack.agent ? { agent: attack.agent } : {}) } as const
  await it.app.setChatSettings({ workspaceId: WORKSPACE, chatId, settings })
  it.takeFetched()
  const before = it.snapshot()
  const first = it.simulator.requests.length
  it.simulator.play(...attack.steps.map(scenarioOf))
  if ((attack.status ?? 'complete') === 'complete') it.simulator.play({ kind: 'answer', text: DONE })
  const message = { workspaceId: WORKSPACE, chatId, text: 'Look at my notes.', attach, modelId: MODEL }
  const { answerId } = await it.app.sendMessage(message)
  const asked = await beThePerson(it, answerId, attack)
  const turn = lastTurn(await collect(it.app, answerId))
  const bodies = it.simulator.requests.slice(first).map(({ bodyText }) => bodyText)

  expect(turn.answer.status, turn.answer.error).toBe(attack.status ?? 'complete')
  if (turn.answer.status === 'complete') expect(turn.answer.text.endsWith(DONE)).toBe(true)
  expect(asked).toBe(attack.asked ?? 0)
  const statuses = (turn.answer.steps ?? []).flatMap((step) => step.calls.map(({ status }) => status))
  expect(statuses.filter((status) => status === 'done')).toHaveLength(attack.done ?? 0)
  expect(differing(before, it.snapshot())).toEqual([...changed].sort())
  expect(it.takeFetched()).toEqual(fetched)
  const told = toldIn(bodies.at(-1) ?? '{}')
  for (const words of attack.told) expect(told).toMatch(words)
  for (const body of bodies) {
    expect(body).not.toContain(CANARY)
    for (const words of attack.never ?? []) expect(body).not.toMatch(words)
    expect(body.length).toBeLessThan(LARGEST_BODY)
  }
  expect(JSON.stringify(turn.answer.steps ?? []).length).toBeLessThan(LARGEST_STEPS)
  return turn
}

function scenarioOf({ text, calls }: HostileStep): Scenario {
  return {
    kind: 'answer',
    chunkCharacters: 100_000,
    ...(text === undefined ? {} : { text }),
    calls: calls.map(({ tool, args, callId }) => ({
      tool,
      arguments: typeof args === 'string' ? args : JSON.stringify(args),
      ...(callId === undefined ? {} : { callId }),
    })),
  }
}

/** Answers every question as the attack says, and counts them. */
async function beThePerson(
  it: HostileApp,
  answerId: string,
  { person = [], meanwhile }: Attack,
): Promise<number> {
  const answered = new Set<string>()
  const events = await it.app.watchAnswer({ workspaceId: WORKSPACE, answerId, after: 0 })
  for await (const { event } of events ?? []) {
    if (event.kind !== 'steps') continue
    for (const [step, { calls }] of event.steps.entries())
      for (const [index, { callId, status, question }] of calls.entries()) {
        const name = `${step}/${index}/${question?.text ?? ''}`
        if (status !== 'waiting' || answered.has(name)) continue
        if (answered.size === 0) await meanwhile?.(it, answerId)
        const answer = person[answered.size] ?? 'reject: not this'
        answered.add(name)
        if (answer !== 'stop') await it.app.answerCall({ workspaceId: WORKSPACE, answerId, callId, answer })
        else await it.app.stopAnswer({ workspaceId: WORKSPACE, answerId })
      }
  }
  return answered.size
}

function differing(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()])
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort()
}

interface Item {
  readonly type?: string
  readonly output?: string | readonly { readonly text?: string }[]
}

/** All results of tools in a request. */
export function toldIn(bodyText: string): string {
  const { input = [] } = JSON.parse(bodyText) as { readonly input?: readonly Item[] }
  return input
    .filter(({ type }) => type === 'function_call_output')
    .map(({ output = '' }) => (typeof output === 'string' ? output : output.map(({ text }) => text).join('')))
    .join('\n')
}
