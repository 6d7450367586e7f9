/** A chat over one note with the AI SDK alone: the provider reads the whole note again in every turn. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { type ModelMessage, streamText } from 'ai'
import { NOTE, QUESTIONS } from './long-note.ts'

const model = createAnthropic()('claude-sonnet-4-5')
const messages: ModelMessage[] = []
let input = 0
let cached = 0
for (const [index, question] of QUESTIONS.entries()) {
  messages.push({ role: 'user', content: index === 0 ? `${NOTE}\n\n${question}` : question })
  const result = streamText({ model, instructions: 'You are a careful assistant.', messages })
  messages.push({ role: 'assistant', content: await result.text })
  const { inputTokens = 0, inputTokenDetails } = await result.usage
  input += inputTokens
  cached += inputTokenDetails.cacheReadTokens ?? 0
}
console.log(`${Math.round((100 * cached) / input)} % of ${input} input tokens came from the cache.`)
