/** LangChain.js with layered context. First: npm install @langchain/core @langchain/anthropic @varve/engine */
import { ChatAnthropic } from '@langchain/anthropic'
import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages'
import {
  createArtifact,
  createState,
  DEFAULT_PROFILES,
  estimateTokenizer,
  markedMessagesOf,
  step,
} from '@varve/engine'

const chat = new ChatAnthropic({
  model: 'claude-sonnet-4-5',
  anthropicApiUrl: process.env.ANTHROPIC_BASE_URL?.replace(/\/v1$/, ''),
})
const model = {
  id: chat.model,
  window: 200_000,
  reservedOutput: 8_000,
  vision: false,
  tokenizer: estimateTokenizer(),
  profile: DEFAULT_PROFILES.anthropic,
}
const MESSAGES = { system: SystemMessage, user: HumanMessage, assistant: AIMessage }

/** The plan as LangChain's messages, each cache mark at its part. */
function toLangChain(plan) {
  return markedMessagesOf(plan).map(({ role, parts }) => {
    const content = parts.map(({ text, mark }) => ({
      type: 'text',
      text,
      ...(mark ? { cache_control: { type: 'ephemeral' } } : {}),
    }))
    return new MESSAGES[role]({ content })
  })
}

const note = createArtifact({
  kind: 'note',
  source: { path: 'plan.md' },
  content: `We launch on 12 December.\n${'Practise, then play with the others.\n'.repeat(400)}`,
})
let state = createState({ conversationId: 'langchain' })
for (const [index, text] of ['When do we launch?', 'What comes first?', 'Sum it up.'].entries()) {
  const turn = { turnId: `turn-${index + 1}`, at: Date.now() }
  const sections = [{ id: 'contract', text: 'You are a careful assistant.' }]
  const attach = index === 0 ? [{ artifact: note }] : []
  const asked = step(state, { ...turn, kind: 'turn', text, sections, models: [model], attach })
  const answer = await chat.invoke(toLangChain(asked.plans[0]))
  const { input_tokens: input, input_token_details: details } = answer.usage_metadata
  console.log(`${details.cache_read} of ${input} tokens cached, ${asked.plans[0].predicted.cached} predicted`)
  const answers = [{ model: model.id, text: answer.text }]
  state = step(asked.state, { ...turn, kind: 'answer', answers, chosen: model.id }).state
}
