/** The same chat with @varve/ai-sdk: the note is attached once, and the cache marks are placed. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { createContext, note } from '@varve/ai-sdk'
import { streamText } from 'ai'
import { NOTE, QUESTIONS } from './long-note.ts'

const model = createAnthropic()('claude-sonnet-4-5')
const context = createContext({ system: 'You are a careful assistant.' })
let input = 0
let cached = 0
for (const [index, question] of QUESTIONS.entries()) {
  const attach = index === 0 ? [note('plan.md', NOTE)] : []
  const turn = context.turn({ model, prompt: question, attach })
  const report = await turn.done(streamText(turn.request))
  for (const { reported } of report.calls) {
    input += reported?.input ?? 0
    cached += reported?.cached ?? 0
  }
}
console.log(`${Math.round((100 * cached) / input)} % of ${input} input tokens came from the cache.`)
