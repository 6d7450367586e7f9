import { z } from 'zod'
import type { View } from './view.ts'

/** What a user asks of the models of a chat; what is absent is up to the model. */
export const chatSettings = z.object({
  temperature: z.number().exactOptional(),
  /** Tokens, reasoning included. */
  maxOutputTokens: z.number().exactOptional(),
  reasoningEffort: z.string().exactOptional().describe('none, minimal, low, medium, high, xhigh or max.'),
  /** How messages are answered; absent for `chat`. */
  runner: z.enum(['chat', 'plus', 'agent', 'vault-qa']).exactOptional(),
  /** What tools may do: `ask` reads only, `plan` writes a plan, `act` writes; absent for `ask`. */
  mode: z.enum(['ask', 'plan', 'act']).exactOptional(),
  /**
   * What becomes of old turns when history must shrink: `strip` leaves a summary and the last two, `recall` also
   * brings back those that a message is about, `dump` keeps all tool traffic; absent for `strip`.
   */
  history: z.enum(['strip', 'recall', 'dump']).exactOptional(),
  /** The name of an agent file; absent for the default one. */
  agent: z.string().exactOptional(),
  /** The name of a project file. */
  project: z.string().exactOptional(),
  areas: z.array(z.string()).exactOptional().describe('As `pack/id`.'),
  jurisdictions: z.array(z.string()).exactOptional().describe('Such as US-CA.'),
  /** Guidance of areas that a message seems to be about: absent for `on`. */
  guidance: z.literal('off').exactOptional(),
  /** Who sums up what no longer fits: `extract` for nobody, in exact lines; absent for the chat's model. */
  summaries: z.enum(['model', 'extract']).exactOptional(),
})

export type ChatSettingsView = View<typeof chatSettings>
export type RunnerName = NonNullable<ChatSettingsView['runner']>
export type ToolMode = NonNullable<ChatSettingsView['mode']>
export type HistoryName = NonNullable<ChatSettingsView['history']>
export type SummariesName = NonNullable<ChatSettingsView['summaries']>
