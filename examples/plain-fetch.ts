/** The engine and fetch: messages with their cache marks, as Anthropic's API takes them. */
import {
  createArtifact,
  createState,
  DEFAULT_PROFILES,
  estimateTokenizer,
  markedMessagesOf,
  type MarkedPart,
  step,
} from '@varve/engine'
import { NOTE, QUESTIONS } from './long-note.ts'

const { ANTHROPIC_BASE_URL: base = 'https://api.anthropic.com/v1', ANTHROPIC_API_KEY: key = '' } = process.env
const model = {
  id: 'claude-sonnet-4-5',
  window: 200_000,
  reservedOutput: 8_000,
  vision: false,
  tokenizer: estimateTokenizer(),
  profile: DEFAULT_PROFILES.anthropic,
}

const block = (part: MarkedPart) => ({
  type: 'text',
  text: part.kind === 'text' ? part.text : '',
  ...(part.mark ? { cache_control: { type: 'ephemeral' } } : {}),
})

let state = createState({ conversationId: 'plain' })
for (const [index, text] of QUESTIONS.entries()) {
  const turn = { turnId: `turn-${index + 1}`, at: Date.now() }
  const note = createArtifact({ kind: 'note', source: { path: 'plan.md' }, content: NOTE })
  const sections = [{ id: 'contract', text: 'You are a careful assistant.' }] as const
  const attach = index === 0 ? [{ artifact: note }] : []
  const asked = step(state, { ...turn, kind: 'turn', text, sections, models: [model], attach })
  const [plan] = asked.plans
  if (!plan) throw asked.failures[0]

  const [system, ...messages] = markedMessagesOf(plan).map(({ role, parts }) => ({
    role,
    content: parts.map(block),
  }))
  const response = await fetch(`${base}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({ model: model.id, max_tokens: 8_000, system: system?.content, messages }),
  })
  if (!response.ok) throw new Error(await response.text())
  const { content, usage } = (await response.json()) as {
    content: { text: string }[]
    usage: { input_tokens: number; cache_read_input_tokens: number }
  }
  console.log(`${usage.cache_read_input_tokens} tokens cached, ${plan.predicted.cached} predicted`)
  const answers = [{ model: model.id, text: content.map((part) => part.text).join('') }]
  state = step(asked.state, { ...turn, kind: 'answer', answers, chosen: model.id }).state
}
