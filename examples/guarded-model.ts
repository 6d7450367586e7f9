/** Private data stays here: placeholders go to the model, and its answer comes back with the values. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { guardMiddleware } from '@varve/ai-sdk'
import { streamText, wrapLanguageModel } from 'ai'

const guard = guardMiddleware({
  from: 'moderate',
  onFindings: (findings) => console.log(`Redacted: ${findings.map(({ type }) => type).join(', ')}`),
})
const model = wrapLanguageModel({ model: createAnthropic()('claude-sonnet-4-5'), middleware: guard })

const { textStream } = streamText({
  model,
  prompt: 'Draft a reply to jana.novak@lodestone.io, who paid with 4111 1111 1111 1111.',
})
let answer = ''
for await (const piece of textStream) answer += piece
console.log(answer)

// Keep it with the conversation, encrypted: it says what each placeholder stands for.
console.log(`${Object.keys(guard.state.values).length} placeholders`)
