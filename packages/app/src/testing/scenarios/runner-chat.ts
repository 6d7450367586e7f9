import type { Scenario } from '@varve/lab/simulator'
import type { SimulatedApp } from '../simulated-app.ts'
import { WORKSPACE } from '../temporary-app.ts'

/** Every way to answer, and a chat inside a project, which answers like its agent. */
export const RUNNERS = ['chat', 'plus', 'agent', 'vault-qa', 'project'] as const
export type RunnerName = (typeof RUNNERS)[number]

/** Those that look things up because a model says so. */
export const WITH_TOOLS = ['plus', 'agent', 'project'] as const

export const CLAUDE = 'anthropic/claude-sonnet-4-5'
export const GPT = 'openai/gpt-5.6'

const PROJECT = '---\nname: Harbour\nrunner: agent\npinned: [plan.md]\n---\nSpeak of the harbour.\n'

export interface LookUp {
  readonly tool: string
  readonly args: unknown
}

/** A new chat that answers in this way. */
export async function newChat(it: SimulatedApp, runner: RunnerName): Promise<string> {
  const { id: chatId } = await it.app.createChat({ workspaceId: WORKSPACE })
  if (runner === 'project') await writeProject(it)
  const settings = runner === 'project' ? { project: 'harbour' } : { runner }
  await it.app.setChatSettings({ workspaceId: WORKSPACE, chatId, settings: { ...settings, mode: 'act' } })
  return chatId
}

async function writeProject(it: SimulatedApp): Promise<void> {
  const known = await it.app.listDefinitions({ workspaceId: WORKSPACE })
  if (JSON.stringify(known).includes('harbour')) return
  await it.app.writeDefinition({ workspaceId: WORKSPACE, kind: 'project', id: 'harbour', content: PROJECT })
}

/** What a model has to say so that this runner looks these things up and then answers. */
export function scriptOf(
  runner: RunnerName,
  lookUps: readonly LookUp[],
  answer: string,
): readonly Scenario[] {
  const last: Scenario = { kind: 'answer', text: answer }
  switch (runner) {
    case 'chat':
    case 'vault-qa':
      return [last]
    case 'plus': {
      const calls = lookUps.map(({ tool, args }) => ({ tool, arguments: args }))
      return [{ kind: 'answer', text: JSON.stringify({ calls }) }, last]
    }
    case 'agent':
    case 'project': {
      const calls = lookUps.map(({ tool, args }) => ({ tool, arguments: JSON.stringify(args) }))
      return calls.length === 0 ? [last] : [{ kind: 'answer', calls }, last]
    }
    default:
      return runner satisfies never
  }
}

/** The bodies of all requests to a model from one on. */
export function bodiesFrom(it: SimulatedApp, first: number): readonly string[] {
  return it.simulator.requests
    .filter(({ model }) => model !== undefined)
    .slice(first)
    .map(({ bodyText }) => bodyText)
}

export function countOf(text: string, part: string): number {
  return text.split(part).length - 1
}
