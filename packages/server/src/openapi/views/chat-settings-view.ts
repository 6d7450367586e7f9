import { z } from 'zod'
import type { ChatSettingsView } from '../../api-types.ts'
import { viewOf } from './view-of.ts'

export const chatSettings = viewOf<ChatSettingsView>()(
  z.object({
    temperature: z.number().exactOptional(),
    maxOutputTokens: z.number().exactOptional(),
    reasoningEffort: z.string().exactOptional().describe('none, minimal, low, medium, high, xhigh or max.'),
    runner: z.enum(['chat', 'plus', 'agent', 'vault-qa']).exactOptional(),
    mode: z.enum(['ask', 'plan', 'act']).exactOptional(),
    history: z.enum(['strip', 'recall', 'dump']).exactOptional(),
    agent: z.string().exactOptional(),
    project: z.string().exactOptional(),
    areas: z.array(z.string()).exactOptional().describe('As `pack/id`.'),
    jurisdictions: z.array(z.string()).exactOptional().describe('Such as US-CA.'),
    guidance: z.literal('off').exactOptional(),
    summaries: z.enum(['model', 'extract']).exactOptional(),
  }),
)
