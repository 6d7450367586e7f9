import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { wholePart } from './files/show-lines.ts'
import type { Tool } from './tool.ts'
import { TOOL_LIMITS } from './tool-limits.ts'

const schema = z.strictObject({
  question: z.string().min(1).max(TOOL_LIMITS.questionCharacters),
  options: z
    .array(z.string().min(1).max(TOOL_LIMITS.optionCharacters))
    .max(TOOL_LIMITS.options)
    .optional()
    .describe('Answers to choose from; the user may give another.'),
})

export const askUserTool: Tool<z.infer<typeof schema>> = {
  name: 'askUser',
  look: { icon: 'chat', doing: 'Asking' },
  description: 'Ask the user a question and wait for the answer, when going on without it would be a guess.',
  reach: 'ask',
  recoverable: false,
  schema,
  touches: () => [],
  describe: ({ question }) => `Ask: ${question}`,
  run: async ({ question, options }, run) => {
    if (question.trim() === '') throw new AppError('message-invalid', 'The question is empty.')
    const answer = await run.ask(question, options)
    return {
      text: wholePart(answer.toWellFormed(), TOOL_LIMITS.answerCharacters),
      summary: `Asked: ${question}`,
    }
  },
}
