import { z } from 'zod'
import { AppError } from '../app-error.ts'
import { shownHash } from '../files/content-guard.ts'
import { showLines } from './files/show-lines.ts'
import type { Tool } from './tool.ts'
import { TOOL_LIMITS } from './tool-limits.ts'

const schema = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(TOOL_LIMITS.pathCharacters)
    .describe('The key, as it is written in the conversation.'),
  from: z.int().min(1).optional().describe('First line, counted from 1.'),
  to: z.int().min(1).optional().describe('Last line.'),
})

export const readArtifactTool: Tool<z.infer<typeof schema>> = {
  name: 'readArtifact',
  look: { icon: 'note', doing: 'Reading' },
  description:
    'Read again what this conversation was given, by its key: pastes, selections, pages, files as they were then, what was shortened, and results of tools.',
  reach: 'read',
  recoverable: true,
  isLookup: true,
  showsText: true,
  schema,
  touches: () => [],
  describe: ({ key }) => `Read "${key}" of this conversation`,
  run: async ({ key, ...wanted }, run) => {
    const artifact = await run.readArtifact(key)
    if (!artifact)
      throw new AppError('artifact-not-found', `This conversation holds nothing under the key "${key}".`)
    const { content, contentHash, untrusted } = artifact
    const { text, lines, total, rest } = showLines(content, wanted)
    const place = run.isReadable(key, contentHash, lines)
    if (place !== undefined)
      return { text: `${key} is above (${place}); it is not repeated.`, summary: `"${key}" is above` }
    const head = `${key}, lines ${lines[0]}-${lines[1]} of ${total}, hash ${shownHash(contentHash)}`
    return {
      text: [head, text, ...(rest ? [rest] : [])].join('\n'),
      summary: `Read "${key}"`,
      ...(untrusted ? { untrusted } : {}),
    }
  },
}
