import { z } from 'zod'
import { localDay } from '@varve/index'
import { inertText } from '@varve/workspace'
import { AppError } from '../app-error.ts'
import { FileVisibility } from './file-visibility.ts'
import type { Tool, ToolRun } from './tool.ts'
import { TOOL_LIMITS } from './tool-limits.ts'
import { carried, writeThrough } from './files/write-through.ts'

/** Where plans lie. A model gives a title, never a path. */
const PLANS_FOLDER = 'Varve/plans'

const schema = z.strictObject({
  title: z.string().min(1).max(TOOL_LIMITS.planTitleCharacters),
  content: z
    .string()
    .min(1)
    .max(TOOL_LIMITS.planCharacters)
    .describe('The plan in Markdown: what, why, steps.'),
})

type Args = z.infer<typeof schema>

export const planTool: Tool<Args> = {
  name: 'plan',
  look: { icon: 'passage', doing: 'Planning' },
  description: 'Write down a plan as a note for the user to approve. Nothing else is changed by it.',
  reach: 'write',
  recoverable: false,
  alwaysAsks: true,
  schema,
  touches: () => [PLANS_FOLDER],
  describe: ({ title }) => `Plan: ${title}`,
  preview: async (args, run) => {
    const path = await freePath(args, run)
    const { text, marked } = await carried(run, { path, text: planText(args), before: undefined })
    return { path, after: text, ...marked }
  },
  run: async (args, run) => {
    const path = await freePath(args, run)
    const change = await writeThrough(run, { path, text: planText(args), before: undefined })
    return {
      text: `The user approved the plan; it is in ${path}.`,
      summary: `Planned: ${args.title}`,
      ...(change ? { changes: [change] } : {}),
    }
  },
}

function planText({ title, content }: Args): string {
  const heading = title.replace(/\s+/g, ' ').trim()
  // In the vault it is text: nothing of it is loaded or run there.
  return inertText(`# ${heading === '' ? 'Plan' : heading}\n\n${content.trimEnd()}\n`.toWellFormed())
}

async function freePath({ title }: Args, run: ToolRun): Promise<string> {
  const sight = await FileVisibility.of(run)
  const name = `${localDay(run.now)} ${nameFrom((await run.nameFor?.(title)) ?? title)}`
  for (let number = 1; number <= TOOL_LIMITS.planNames; number += 1) {
    const path = `${PLANS_FOLDER}/${name}${number === 1 ? '' : ` ${number}`}.md`
    if (!(await sight.readIfThere(path))) return path
  }
  throw new AppError('path-refused', `There are ${TOOL_LIMITS.planNames} plans of this name today already.`)
}

/** What of a title is good in a name on every system. */
function nameFrom(title: string): string {
  const words = title.normalize('NFC').match(/[\p{L}\p{N}_]+/gu) ?? []
  const name = Array.from(words.join(' ')).slice(0, 40).join('').trim()
  return name === '' ? 'plan' : name
}
