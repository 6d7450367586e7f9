import { estimateTokenizer } from '@varve/engine'
import type { Scenario, Simulator } from '../simulator/index.ts'

export interface OpenSimulatorOptions {
  /** 0 takes any free port. */
  readonly port: number
  /** Milliseconds since 1970: cache lifetimes follow it. */
  readonly clock: () => number
  /** What happens to the next calls, in order: a name, or a scenario as JSON. */
  readonly scenarios?: readonly string[]
}

export interface OpenedSimulator extends Pick<Simulator, 'requests' | 'play'> {
  readonly url: string
  /** What to set as base address, by provider. */
  readonly baseUrls: Readonly<Record<'openai' | 'anthropic' | 'gemini' | 'deepseek' | 'ollama', string>>
  readonly close: () => Promise<void>
}

/** How many requests a simulator remembers that may run for days. */
const KEPT_REQUESTS = 100

/** Models whose tokenizer is public; those of others are estimated, also behind the same protocol. */
const OPENAI = /^(gpt-(?!oss)|o\d|chatgpt-)/

/** All providers at once on this machine; a text where it cannot be done as asked. */
export async function openSimulator(options: OpenSimulatorOptions): Promise<OpenedSimulator | string> {
  const { findScenario, NAMED_SCENARIOS, startSimulator } = await import('../simulator/index.ts')
  const scenarios: Scenario[] = []
  for (const name of options.scenarios ?? []) {
    const scenario = findScenario(name) ?? parseScenario(name)
    if (!scenario)
      return `There is no scenario "${name}"; there are ${Object.keys(NAMED_SCENARIOS).join(', ')}, or one as JSON.`
    scenarios.push(scenario)
  }
  const { o200kTokenizer: exact } = await import('@varve/engine/tokenizer-o200k')
  const simulator = await startSimulator({
    port: options.port,
    clock: options.clock,
    tokenizer: estimateTokenizer(),
    // As a replay and a chat count them.
    tokenizerOf: (model) => (OPENAI.test(model) ? exact : undefined),
    scenarios,
    keepRequests: KEPT_REQUESTS,
  })
  const { url, requests } = simulator
  const baseUrls = {
    openai: `${url}/v1`,
    anthropic: `${url}/v1`,
    gemini: `${url}/v1beta`,
    deepseek: url,
    ollama: url,
  }
  return {
    url,
    baseUrls,
    requests,
    play: (...next) => simulator.play(...next),
    close: () => simulator.close(),
  }
}

/** A scenario of one's own, such as `{"kind":"answer","text":"Hello."}`. */
function parseScenario(text: string): Scenario | undefined {
  if (!text.startsWith('{')) return undefined
  try {
    const parsed = JSON.parse(text) as { readonly kind?: unknown }
    return ['answer', 'error', 'drop'].includes(String(parsed.kind)) ? (parsed as Scenario) : undefined
  } catch {
    return undefined
  }
}
